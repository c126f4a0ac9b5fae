import type { ContentRef, RichDocument } from '#rich-document';
import type { OpenAPIDocumentSourceView, PagesSourceView } from './computed-source.view.js';
import type { GitObjectView } from './file.view.js';

/** Which parts of a page are shown. */
export class PageLayoutView {
  /** @example default */
  width!: 'default' | 'wide';
  cover!: boolean;
  /** @example hero */
  coverSize!: 'hero' | 'full' | 'background';
  /** @example none */
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
  ref?: ContentRef;
  /** The picture where the page is dark. */
  refDark?: ContentRef;
  yPos!: number;
  /** Pixels, 10 to 700. */
  height!: number;
}

export class PageUrls {
  /**
   * Address of the page in the browser.
   * @example https://docs.example.com/s/0VbbU5n7Ed2QvZt8KlXa/guides/first-steps
   */
  app!: string;
}

/** A tag of a page. */
export class PageTagView {
  tag!: ContentRef;
}

/** Where search engines are to look for a page besides. */
export class PageMetaLinksView {
  /** What stands for it. */
  canonical?: ContentRef;
  /** What says the same in other words. */
  alternates?: ContentRef[];
}

/** A page of a revision: a document, a group of pages, a link, or a source of computed pages. */
export class PageView {
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  /** @example "First steps" */
  title!: string;
  /** @example document */
  type!: 'document' | 'group' | 'link' | 'computed';
  /**
   * The type in older words.
   * @example sheet
   */
  kind!: 'sheet' | 'group' | 'link' | 'computed';
  linkTitle?: string;
  /** @example 🚀 */
  emoji?: string;
  icon?: string;
  condition?: string;
  /**
   * Unique among the pages beside it; links have none.
   * @example first-steps
   */
  slug?: string;
  /**
   * The slugs from the root to this page, joined by `/`; links have none.
   * @example guides/first-steps
   */
  path?: string;
  /** @example "From nothing to a first page." */
  description?: string;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt?: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt?: string;
  /** @example false */
  hidden!: boolean;
  /** @example false */
  noIndex!: boolean;
  /** @example false */
  noRobotsIndex!: boolean;
  layout?: PageLayoutView;
  cover?: PageCoverView;
  /** @example [] */
  tags?: PageTagView[];
  /** What expressions read as `page.vars`. */
  variables?: Record<string, string | number | boolean>;
  metaLinks?: PageMetaLinksView;
  /** Where a link leads. */
  target?: ContentRef;
  href?: string;
  /** @example ZKoFqdLIsDIVGbjJ7GP0UPZj7iWoFcQyEjQYxiR3Zz4 */
  documentId?: string;
  /**
   * Of a page that was made: what its body is computed from. Of a computed page: what the pages at its place are made of.
   * @example {"type": "builtin:openapi", "props": {"doc": "models"}, "dependencies": {"spec": {"ref": {"kind": "openapi", "spec": "petstore"}}}}
   */
  computed?: PagesSourceView | OpenAPIDocumentSourceView;
  /**
   * Of a page that was made: to be sent along when its document is computed.
   * @example 5f2b8c0d9e1a7346
   */
  computedSeed?: string;
  urls!: PageUrls;
  git?: GitObjectView;
  /**
   * The pages below it, without their bodies.
   * @example []
   */
  pages!: PageView[];
  /** The body as Markdown, when that was asked for. */
  markdown?: string;
  /** The body as a block tree, when that was asked for. */
  document?: RichDocument;
}

/** The page tree of a revision. */
export class PagesView {
  pages!: PageView[];
}
