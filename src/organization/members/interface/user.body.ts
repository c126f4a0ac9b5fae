import { IsString, MaxLength, MinLength } from 'class-validator';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Nullable, Optional } from '#kernel/interface/optional';

/** What is to change of what others see of a user; members left out stay as they are. */
export class UpdateUserBody {
  /** @example "Ada Example" */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  displayName?: string;

  /** Address of a picture; null takes it away. */
  @Optional()
  @Nullable()
  @IsWebAddress()
  @MaxLength(2048)
  photoURL?: string | null;
}
