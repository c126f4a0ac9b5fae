import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';

/** A share link to be created. */
export class CreateShareLinkBody {
  /**
   * What people call it.
   * @example "For reviewers"
   */
  @IsString()
  @MaxLength(50)
  name!: string;
}

/** What is to change of a share link; members left out stay as they are. */
export class UpdateShareLinkBody {
  /**
   * Whether it lets anybody in.
   * @example false
   */
  @Optional()
  @IsBoolean()
  active?: boolean;

  /** @example "For reviewers" */
  @Optional()
  @IsString()
  @MaxLength(50)
  name?: string;
}

/** Which share links of a site are wanted. */
export class ShareLinkParams extends PageParams {
  /** Only those whose names contain this, whatever its case, and the one whose key it is. */
  @Optional()
  @IsString()
  @MaxLength(100)
  search?: string;
}
