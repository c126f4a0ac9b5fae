import { IsString, MaxLength, MinLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** A `docs.yaml`. */
export class SiteConfigBody {
  /**
   * The text of the file, in YAML.
   * @example "site: { title: Acme, structure: [{ type: space, key: docs, title: Docs, path: docs, content: { directory: ./docs } }] }"
   */
  @IsString()
  @MaxLength(262_144)
  text!: string;
}

/** A repository, and where its `docs.yaml` is. */
export class RepositorySiteConfigBody {
  /**
   * `https://`, `ssh://` or `user@host:path`; `file://` where the server allows it. May hold credentials.
   * @example https://git.example.com/handbook.git
   */
  @IsString()
  @MinLength(1)
  @MaxLength(4096)
  url!: string;

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
   * The folder of the file, which folders of content begin at; the top of the repository when left out.
   * @example website
   */
  @Optional()
  @IsString()
  @MaxLength(1024)
  repoProjectDirectory?: string;
}
