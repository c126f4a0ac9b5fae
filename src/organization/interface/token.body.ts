import { IsISO8601, IsString, MaxLength, MinLength } from 'class-validator';
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
  @IsISO8601({ strict: true })
  expiresAt?: string;
}
