import { IsString, MaxLength, MinLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** What a change request of an import is called. */
export class ImportProposalParams {
  /**
   * The subject of the change request.
   * @example "Explain the new installer"
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  subject?: string;
}

/** An archive that was sent in parts, or a place in a repository. */
export class ImportProposalBody {
  /** The id of an upload (`createImportUpload`) whose parts have all arrived. */
  @Optional()
  @IsString()
  @MaxLength(100)
  upload?: string;

  /**
   * Of a repository: `https://`, `ssh://` or `user@host:path`; `file://` where the server allows it. May hold
   * credentials, which are not kept.
   * @example https://git.example.com/handbook.git
   */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(4096)
  url?: string;

  /**
   * Branch, tag or commit; the HEAD of the repository when left out.
   * @example main
   */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  ref?: string;

  /**
   * Folder of the repository that holds the content; its top when left out.
   * @example docs
   */
  @Optional()
  @IsString()
  @MaxLength(1024)
  repoProjectDirectory?: string;
}
