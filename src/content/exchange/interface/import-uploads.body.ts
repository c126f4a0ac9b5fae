import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

/** An archive that is to be sent. */
export class CreateImportUploadBody {
  /**
   * Bytes of the whole archive, at most 2 GiB.
   * @example 6
   */
  @ApiProperty({ type: 'integer' })
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  size!: number;

  /**
   * SHA-256 of the whole archive, in lower-case hex.
   * @example af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf
   */
  @IsString()
  @MaxLength(64)
  @Matches(/^[0-9a-f]{64}$/, { message: '$property must be 64 hexadecimal digits' })
  sha256!: string;
}

/** Which part is sent. */
export class UploadPartParams {
  /**
   * Where the part begins in the archive: a multiple of `partBytes`.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  @Transform(({ value }) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value))
  @IsInt()
  @Min(0)
  offset!: number;
}
