import { IsString, MaxLength, MinLength } from 'class-validator';
import { PageParams } from '#kernel/interface/page.params';

/** What is searched for. */
export class SearchParams extends PageParams {
  /**
   * Words to look for; the last one may be the beginning of a word.
   * @example install
   */
  @IsString()
  @MinLength(1)
  @MaxLength(512)
  query!: string;
}
