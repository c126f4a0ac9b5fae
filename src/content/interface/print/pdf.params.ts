import { Transform } from 'class-transformer';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** Which pages are printed. */
export class PdfParams {
  /** Id of the page to begin with: it is printed with all pages below it. The whole space without. */
  @Optional()
  @IsString()
  @MaxLength(100)
  page?: string;

  /** Whether that page is printed alone; not unless told. */
  @Optional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  only?: boolean;
}
