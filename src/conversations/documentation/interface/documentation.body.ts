import { IsString, MaxLength, MinLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** The change request that is opened for a cluster. */
export class OpenChangeRequestBody {
  /**
   * Id of the space that is to have the new page.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  space!: string;

  /**
   * The label of the cluster when left out.
   * @example "Explain how to get money back"
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  subject?: string;

  /** Id of the page that the new one is put under; the end of the space when left out. */
  @Optional()
  @IsString()
  @MaxLength(100)
  parent?: string;
}
