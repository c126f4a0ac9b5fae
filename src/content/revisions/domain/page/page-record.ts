import type { ContentRef } from '#rich-document';
import type { DocumentSource, PagesSource } from '../computed/pages-source.js';

export type PageType = 'document' | 'group' | 'link' | 'computed';

/** Which parts of a page are shown, and its width. Every member is optional here; the view adds the defaults. */
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
 * A page as a revision stores it. The tree is stored in `parent` and `rank`, so moving a page changes one record, and
 * its id survives every rename. Paths are derived from the slugs of the ancestors and not stored here.
 */
export interface PageRecord {
  id: string;
  type: PageType;
  /** The id of the parent page; `null` at the root. */
  parent: string | null;
  /** Orders siblings, compared byte by byte (a fractional index). */
  rank: string;
  title: string;
  /** Unique among siblings; empty for a link or a computed page, which have no path. */
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
  /** The target of a link page. */
  target?: ContentRef;
  /** SHA-256 (hex) of the stored document: the body of a document page. */
  document?: string;
  /** Hash (hex) of the Markdown that it was imported from (`exchange`), from which it is written again. */
  source?: string;
  /** Of a computed page: the source of its generated pages. */
  computed?: PagesSource;
  /** Of a computed page: its generated pages; absent while its specification does not exist. */
  made?: GeneratedPages;
  /** Of a generated page: its computed page and its source. */
  origin?: PageOrigin;
  /** ISO 8601, UTC, milliseconds. */
  createdAt: string;
  updatedAt?: string;
}

/** The generated pages of a computed page. */
export interface GeneratedPages {
  /** Ids of the specification and of the version from which they were generated. */
  spec: string;
  version: string;
  /** The ids of the top-level ones, which are its siblings. */
  pages: string[];
}

/** The origin of a generated page. */
export interface PageOrigin {
  /** The id of the computed page. */
  page: string;
  /** The source of its document; groups have none. */
  source?: DocumentSource;
  /** Changes whenever anything changes that the page shows of the source (hex). */
  digest: string;
}

/** A file as a revision stores it; its bytes are in the blob store under `blob`. */
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
  /** Hash (hex) of the Markdown that it was imported from. */
  source?: string;
}
