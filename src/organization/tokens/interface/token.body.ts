import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import type { Caller } from '#kernel/application/caller';
import { SCOPES, type Scope } from '#kernel/application/scopes';
import { IsTimestamp } from '#kernel/interface/bodies/timestamp';
import { Optional } from '#kernel/interface/optional';

/** A personal token to be made. */
export class CreateTokenBody {
  /**
   * What it is for, so that its owner knows it again.
   * @example "Build server"
   */
  @IsString()
  @MinLength(1)
  @MaxLength(50)
  label!: string;

  /**
   * When it stops working, as an ISO 8601 time in the future; without it, it works until it is revoked.
   * @example 2030-01-01T00:00:00.000Z
   */
  @Optional()
  @IsTimestamp()
  expiresAt?: string;

  /** What it is limited to; without any, it may do all its user may. */
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['space:read'] })
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(SCOPES.length)
  @IsIn(SCOPES, { each: true })
  scopes?: Scope[];
}

export function toTokenLimits(
  { expiresAt, scopes }: CreateTokenBody,
  { confinedTo, secondFactor }: Caller,
): { expiresAt?: Date; scopes?: Scope[]; confinedTo?: string; secondFactor?: boolean } {
  return {
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    ...(scopes && { scopes }),
    ...(confinedTo !== undefined && { confinedTo }),
    ...(secondFactor !== undefined && { secondFactor }),
  };
}
