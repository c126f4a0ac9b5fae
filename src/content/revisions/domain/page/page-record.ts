import type { ContentRef } from '#rich-document';
import type { DocumentSource, PagesSource } from '../computed/pages-source.js';

export type PageType = 'document' | 'group' | 'link' | 'computed';

/** Which parts of a page are shown, and how wide; every member is optional here, the view fills in the defaults. */
export interface PageLayout {
  width?: 'default' | 'wide';
  cover?: boolean;
  coverSize?: 'hero' | 'full' | 'background';
  coverMask?: 'none' | 'radial';
  title?: boolean;
  description?: boolean;
  tableOfContents?: boolean;
  outline?: boolean;
  pagination?: boolean;
  metadata?: boolean;
  tags?: boolean;
  actions?: boolean;
  anchors?: boolean;
}

export interface PageCover {
  ref?: ContentRef;
  refDark?: ContentRef;
  yPos?: number;
  height?: number;
}

/**
 * A page as a revision stores it. The shape of the tree lives in `parent` and `rank`, so moving a page changes one
 * record and its id survives every rename. `path` is derived from the slugs of the ancestors and never stored here.
 */
export interface PageRecord {
  id: string;
  type: PageType;
  /** Id of the page it stands under; `null` at the root. */
  parent: string | null;
  /** Sorts siblings, compared byte by byte (a fractional index). */
  rank: string;
  title: string;
  /** Unique among siblings; empty for a link or a computed page, which have no address. */
  slug: string;
  linkTitle?: string;
  emoji?: string;
  icon?: string;
  description?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  layout?: PageLayout;
  cover?: PageCover;
  variables?: Record<string, string | number | boolean>;
  metaLinks?: { canonical?: ContentRef; alternates?: ContentRef[] };
  tags?: string[];
  /** Where a link page leads. */
  target?: ContentRef;
  /** SHA-256 (hex) of the stored document: the body of a document page. */
  document?: string;
  /** Of a computed page: what the pages at its place are made of. */
  computed?: PagesSource;
  /** Of a computed page: what it has made; absent while there is nothing to make pages of. */
  made?: MadePages;
  /** Of a page that was made: by which computed page, and of what. */
  origin?: PageOrigin;
  /** ISO 8601, UTC, milliseconds. */
  createdAt: string;
  updatedAt?: string;
}

/** What a computed page has made. */
export interface MadePages {
  /** Ids of the specification and of its version that they were made of. */
  spec: string;
  version: string;
  /** Ids of those that stand beside it. */
  pages: string[];
}

/** What a page was made of that nobody wrote. */
export interface PageOrigin {
  /** Id of the computed page. */
  page: string;
  /** What its body is computed from; groups have none. */
  source?: DocumentSource;
  /** Differs where anything differs that the page shows of the source (hex). */
  digest: string;
}

/** A file as a revision stores it; the bytes stand in the blob store under `blob`. */
export interface FileRecord {
  id: string;
  name: string;
  /** SHA-256 (hex) of the bytes. */
  blob: string;
  contentType: string;
  /** Bytes. */
  size: number;
  width?: number;
  height?: number;
}

/** Content that several pages include. */
export interface ReusableContentRecord {
  id: string;
  title: string;
  document: string;
}
