import type { ChangeRequestView } from './change-request.view.js';
import type { FileView, GitObjectView } from './file.view.js';
import type { PageView } from './page.view.js';

/** Content that several pages include. */
export class ReusableContentView {
  object!: 'reusable-content';
  /** @example 0VbbU9s3Kd6UlRz2NoYb */
  id!: string;
  /** @example "Support hours" */
  title!: string;
  /**
   * Id of its document.
   * @example ZKoFqdLIsDIVGbjJ7GP0UPZj7iWoFcQyEjQYxiR3Zz4
   */
  document?: string;
  git?: GitObjectView;
}

/** The commit a revision was imported from. */
export class RevisionGitView {
  oid!: string;
  message!: string;
  createdByGitBook!: boolean;
  url?: string;
  ref?: string;
}

/** A tag that pages and dated entries name by its slug. */
export class RevisionTagView {
  /** @example release */
  slug!: string;
  /** @example Release */
  label!: string;
  color!:
    | 'default'
    | 'green'
    | 'blue'
    | 'red'
    | 'orange'
    | 'yellow'
    | 'purple'
    | 'pink'
    | 'violet'
    | 'cyan'
    | '$primary'
    | '$info'
    | '$success'
    | '$warning'
    | '$danger'
    | '$tint';
  /** @example rocket */
  icon?: string;
  emoji?: string;
}

export class RevisionUrls {
  /**
   * Address of the revision in the browser.
   * @example https://docs.example.com/s/0VbbU5n7Ed2QvZt8KlXa/~/revisions/0VbbU6p8Fe3RwAu9LmYb/
   */
  app!: string;
  published?: string;
  public?: string;
}

/** The whole content of a space at one moment; it never changes. */
export class RevisionView {
  object!: 'revision';
  /** @example 0VbbU6p8Fe3RwAu9LmYb */
  id!: string;
  /**
   * Ids of the revisions it was made from; visitors of a site are told of none.
   * @example ["0VbbU5n7Ed9XyZt3PqRs"]
   */
  parents!: string[];
  /** @example edits */
  type!: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  pages!: PageView[];
  files!: FileView[];
  reusableContents!: ReusableContentView[];
  /** What expressions read as `space.vars`. */
  variables!: Record<string, string | number | boolean>;
  /** What pages and dated entries may be tagged with. */
  tags!: RevisionTagView[];
  /** @example 2026-02-03T14:05:10.250Z */
  createdAt!: string;
  /** The change request that was merged, where `type` is `merge`. */
  mergedFrom?: ChangeRequestView;
  git?: RevisionGitView;
  urls!: RevisionUrls;
}
