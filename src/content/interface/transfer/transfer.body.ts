import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsISO8601, IsObject, IsString, MaxLength, MinLength } from 'class-validator';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Optional } from '#kernel/interface/optional';

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

/** An address to import from. */
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
   * What stands there: `zip` and `markdown` are read.
   * @example zip
   */
  @Optional()
  @IsIn(SOURCES)
  source?: (typeof SOURCES)[number];
}

/** A repository and a place in it. */
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

  /** Address under which the tree is shown. */
  @Optional()
  @IsString()
  @MaxLength(2048)
  repoTreeURL?: string;

  /** A name for a cached copy of the repository; this server keeps none. */
  @Optional()
  @IsString()
  @MaxLength(255)
  repoCacheID?: string;

  /** Time of the commit that an export makes. */
  @Optional()
  @IsISO8601()
  timestamp?: string;

  /** Has no effect here: every run looks at the whole tree. */
  @Optional()
  @IsBoolean()
  force?: boolean;

  /** Has no effect here. */
  @Optional()
  @IsBoolean()
  standalone?: boolean;

  /** Has no effect here. */
  @ApiProperty({
    required: false,
    type: 'object',
    properties: { provider: { type: 'string' }, url: { type: 'string' } },
  } as never)
  @Optional()
  @IsObject()
  gitInfo?: object;
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
