import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { Optional, ReadBoolean } from '#kernel/interface/optional';

/** Which pages are printed. */
export class PdfParams {
  /** Id of the page to begin with: it is printed with all pages below it. The whole space without. */
  @Optional()
  @IsString()
  @MaxLength(100)
  page?: string;

  /** Whether that page is printed alone; not unless told. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  only?: boolean;
}
