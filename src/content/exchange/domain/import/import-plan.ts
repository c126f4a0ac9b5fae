import type { ContentRef } from '#rich-document';
import type { PagesSource } from '../../../revisions/domain/computed/pages-source.js';
import type { RevisionTag } from '../../../revisions/domain/ports.js';

/** A file of the tree to import. `oid` names its bytes, so that equal bytes need no second look. */
export interface SourceFile {
  path: string;
  /** Bytes. */
  size: number;
  oid: string;
}

/** What the space holds already, by the keys that an earlier import gave (`PlannedPage.key`, paths of files). */
export interface ExistingContent {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
  /** The current places of pages, by id: siblings that keep their order keep their ranks. */
  places?: ReadonlyMap<string, { parent: string | null; rank: string }>;
}

export interface ImportInput {
  files: readonly SourceFile[];
  /** The text of a small file (configuration and table of contents only); undefined when it cannot be read. */
  readText(path: string): Promise<string | undefined>;
  /** Throws when the text is not YAML. */
  parseYaml(text: string): unknown;
  /** What a script exports, as far as it can be read without running it. Throws when the text is no script. */
  parseScript(text: string): unknown;
  /** Lets other work of the process have its turn. */
  pause: () => Promise<void>;
  newId(): string;
  existing?: ExistingContent;
  /** Paths in the content of Markdown that others include: what of it is no page is a reusable content. */
  included?: ReadonlySet<string>;
}

export type ImportWarningCode =
  | 'bad-path'
  | 'bad-configuration'
  | 'missing-summary'
  | 'missing-file'
  | 'duplicate-page'
  | 'page-without-file'
  | 'pages-under-link'
  | 'not-in-summary'
  | 'computed-page'
  | 'ignored-text'
  | 'redirect-target'
  | 'unread-navigation';

/** Something that the import could not take over unchanged. `path` is the file concerned. */
export interface ImportWarning {
  code: ImportWarningCode;
  path: string;
  message: string;
}

/** A page to be. Pages come in the order of the table of contents, parents before their children. */
export interface PlannedPage {
  id: string;
  /** Identifies the page at the next import: the path of its file, or its place in the table of contents. */
  key: string;
  type: 'document' | 'group' | 'link' | 'computed';
  parent: string | null;
  rank: string;
  /** The text of the table of contents, or made from a name; a title of the file itself is a better one. */
  title: string;
  /** `summary`: the file is listed by this text, whatever its own title is. */
  titleFrom: 'summary' | 'name';
  linkTitle?: string;
  /** Unique among its siblings; empty for a link or a computed page. */
  slug: string;
  /** The Markdown of a document page, relative to the root of the content; a page without a file is empty. */
  sourcePath?: string;
  oid?: string;
  /** The anchor of the heading that is its title, where that is known: links to it lead to the page. */
  titleAnchor?: string;
  target?: ContentRef;
  computed?: PagesSource;
}

/** A file that pages may refer to. Only those in the folder of assets, and those referred to, are to be kept. */
export interface PlannedFile {
  id: string;
  path: string;
  name: string;
  oid: string;
  size: number;
  /** Kept without a reference: it is in `.gitbook/assets`, or a link page leads to it. */
  kept: boolean;
}

/** A reusable content; a `title` in its frontmatter is better than this one, which comes from the file name. */
export interface PlannedReusableContent {
  id: string;
  title: string;
  sourcePath: string;
  oid: string;
}

export interface PlannedRedirect {
  /** Path in the site, without slashes at the ends. */
  from: string;
  target: ContentRef;
}

export type PlannedTag = RevisionTag;

/**
 * The plan of an import, before any Markdown is read: plain data, so it can be sent to worker processes. All paths are
 * relative to `root`, the folder of the content (empty for the whole tree).
 */
export interface ImportPlan {
  root: string;
  pages: PlannedPage[];
  files: PlannedFile[];
  reusableContents: PlannedReusableContent[];
  redirects: PlannedRedirect[];
  variables: Record<string, string | number | boolean>;
  tags: PlannedTag[];
  warnings: ImportWarning[];
  /** The table of contents and the configuration, by their paths from the top of the tree (`structureTexts`). */
  texts: Record<string, string> | undefined;
  /** The table of contents, by its path from the top of the tree; undefined where none was read. */
  summary: string | undefined;
}
