import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { DEFAULT_LIMIT, MAX_LIMIT, type PageRequest } from '../application/page.js';
import { Optional } from './optional.js';

/** Which part of a list is wanted. */
export class PageParams {
  /** The token of the page wanted: `next.page` of the page before. */
  @Optional()
  @IsString()
  @MaxLength(2048)
  page?: string;

  /** How many items at most, 0 to 1000; 50 unless told. */
  @ApiProperty({ type: 'integer' })
  @Optional()
  @Transform(({ value }) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value))
  @IsInt()
  @Min(0)
  @Max(MAX_LIMIT)
  limit?: number;
}

export function toPageRequest(params: PageParams): PageRequest {
  const request: PageRequest = { limit: params.limit ?? DEFAULT_LIMIT };
  if (params.page !== undefined && params.page !== '') request.after = params.page;
  return request;
}
