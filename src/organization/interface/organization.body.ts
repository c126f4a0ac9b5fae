import { ArrayMaxSize, IsArray, IsString, MaxLength, MinLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** An organization to be created; the caller becomes its first administrator. */
export class CreateOrganizationBody {
  /** @example Example */
  @IsString()
  @MinLength(2)
  @MaxLength(255)
  title!: string;

  /**
   * Domains whose verified users may join.
   * @example ["example.com"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(253, { each: true })
  emailDomains?: string[];
}
