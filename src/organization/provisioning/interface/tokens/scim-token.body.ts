import { IsString, MaxLength, MinLength } from 'class-validator';
import { IsTimestamp } from '#kernel/interface/bodies/timestamp';
import { Optional } from '#kernel/interface/optional';

/** A token for provisioning to be made. */
export class CreateScimTokenBody {
  /**
   * Which provider has it, so that administrators know it again.
   * @example "Company directory"
   */
  @IsString()
  @MinLength(1)
  @MaxLength(50)
  label!: string;

  /**
   * When it stops working, as an ISO 8601 time in the future; without it, it works until it is deleted.
   * @example 2030-01-01T00:00:00.000Z
   */
  @Optional()
  @IsTimestamp()
  expiresAt?: string;
}
