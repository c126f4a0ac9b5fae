import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { IsTimestamp } from '#kernel/interface/bodies/timestamp';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Optional } from '#kernel/interface/optional';
import { Refuses } from '#kernel/interface/bodies/refuses';

const SOURCES = [
  'zip',
  'markdown',
  'website',
  'docx',
  'html',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const;

/** An address to import from, or an archive that was sent in parts. */
export class ImportContentBody {
  /**
   * Address of the archive or file, over http or https.
   * @example https://example.com/handbook.zip
   */
  @Optional()
  @IsWebAddress()
  @MaxLength(4096)
  url?: string;

  /**
   * What is there: `zip` and `markdown` are read.
   * @example zip
   */
  @Optional()
  @IsIn(SOURCES)
  source?: (typeof SOURCES)[number];

  /** The id of an upload (`createImportUpload`) whose parts have all arrived, instead of an address. */
  @Optional()
  @IsString()
  @MaxLength(100)
  upload?: string;
}

/** What a space tells of a repository. */
export class GitInfoBody {
  /** @example github */
  @Optional()
  @IsIn(['github', 'gitlab'])
  provider?: 'github' | 'gitlab';

  /**
   * Where the tree of the repository is shown: paths of files are put behind it.
   * @example https://github.com/acme/handbook/blob/main
   */
  @Optional()
  @IsWebAddress()
  @MaxLength(2048)
  url?: string;
}

/** A repository and a place in it. */
@Refuses({ standalone: { because: 'an import or export is always of the space itself', unless: [false] } })
export class GitRepositoryBody {
  /**
   * `https://`, `ssh://` or `user@host:path`; `file://` where the server allows it. May hold credentials.
   * @example https://git.example.com/handbook.git
   */
  @IsString()
  @MinLength(1)
  @MaxLength(4096)
  url!: string;

  /**
   * Branch; for an import also a tag or a commit.
   * @example main
   */
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  ref!: string;

  /**
   * Folder of the repository that holds the content; its top when left out.
   * @example docs
   */
  @Optional()
  @IsString()
  @MaxLength(1024)
  repoProjectDirectory?: string;

  /** Address under which commits are shown; the name of the commit is put behind it. */
  @Optional()
  @IsWebAddress()
  @MaxLength(2048)
  repoCommitURL?: string;

  /** Address under which the tree is shown; unless `gitInfo` tells it. */
  @Optional()
  @IsWebAddress()
  @MaxLength(2048)
  repoTreeURL?: string;

  /** A name for a cached copy of the repository; this server keeps none, so it makes no difference. */
  @Optional()
  @IsString()
  @MaxLength(255)
  repoCacheID?: string;

  /** Time of the commit that an export makes. */
  @Optional()
  @IsTimestamp()
  timestamp?: string;

  /** Whether all is looked at though nothing seems to have changed. Every run does so, so it makes no difference. */
  @Optional()
  @IsBoolean()
  force?: boolean;

  /** What the space is to tell of the repository. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => GitInfoBody)
  gitInfo?: GitInfoBody;
}

/** A repository to import from. */
export class ImportGitRepositoryBody extends GitRepositoryBody {}

/** A repository to export to. */
export class ExportToGitRepositoryBody extends GitRepositoryBody {
  /**
   * Message of the commit.
   * @example "Update the handbook"
   */
  @IsString()
  @MinLength(1)
  @MaxLength(10_000)
  commitMessage!: string;
}
