import type { GitObjectView } from './file.view.js';

/** Which parts of a page are shown. */
export class PageLayoutView {
  width!: 'default' | 'wide';
  cover!: boolean;
  coverSize!: 'hero' | 'full' | 'background';
  coverMask!: 'none' | 'radial';
  title!: boolean;
  description!: boolean;
  tableOfContents!: boolean;
  outline!: boolean;
  pagination!: boolean;
  metadata!: boolean;
  tags!: boolean;
  actions!: boolean;
  anchors!: boolean;
}

export class PageCoverView {
  /** Reference to a file or an address. */
  ref?: object;
  refDark?: object;
  yPos!: number;
  /** Pixels, 10 to 700. */
  height!: number;
}

export class PageUrls {
  /** Address of the page in the browser. */
  app!: string;
}

/** A page of a revision: a document, a group of pages, a link, or a source of computed pages. */
export class PageView {
  id!: string;
  title!: string;
  type!: 'document' | 'group' | 'link' | 'computed';
  /** The type in older words. */
  kind!: 'sheet' | 'group' | 'link' | 'computed';
  linkTitle?: string;
  emoji?: string;
  icon?: string;
  condition?: string;
  /** Unique among the pages beside it; links have none. */
  slug?: string;
  /** The slugs from the root to this page, joined by `/`; links have none. */
  path?: string;
  description?: string;
  createdAt?: string;
  updatedAt?: string;
  hidden!: boolean;
  noIndex!: boolean;
  noRobotsIndex!: boolean;
  layout?: PageLayoutView;
  cover?: PageCoverView;
  tags?: object[];
  variables?: object;
  metaLinks?: object;
  /** Where a link leads. */
  target?: object;
  href?: string;
  documentId?: string;
  urls!: PageUrls;
  git?: GitObjectView;
  /** The pages below it, without their bodies. */
  pages!: PageView[];
  /** The body as Markdown, when that was asked for. */
  markdown?: string;
  /** The body as a block tree, when that was asked for. */
  document?: object;
}

/** The page tree of a revision. */
export class PagesView {
  pages!: PageView[];
}

/** A block tree. */
export class DocumentView {
  object!: 'document';
  data!: object;
  nodes!: object[];
}
