import type { FileView, GitObjectView } from './file.view.js';
import type { PageView } from './page.view.js';

/** Content that several pages include. */
export class ReusableContentView {
  object!: 'reusable-content';
  id!: string;
  title!: string;
  /** Id of its document. */
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

export class RevisionUrls {
  /** Address of the revision in the browser. */
  app!: string;
  published?: string;
  public?: string;
}

/** The whole content of a space at one moment; it never changes. */
export class RevisionView {
  object!: 'revision';
  id!: string;
  /** Ids of the revisions it was made from. */
  parents!: string[];
  type!: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  pages!: PageView[];
  files!: FileView[];
  reusableContents!: ReusableContentView[];
  variables!: object;
  tags!: object[];
  createdAt!: string;
  git?: RevisionGitView;
  urls!: RevisionUrls;
}
