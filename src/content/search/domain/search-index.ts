import { PurgedSpaces } from '../../spaces/domain/space/purged-spaces.js';
import type { Excerpt } from './excerpt.js';

/**
 * One section of a page, as the rich document library splits it: `anchor` and `heading` are null for the text before
 * the first heading, `key` is the key of the first block, `text` the plain text.
 */
export interface SearchSection {
  anchor: string | null;
  heading: string | null;
  level: number;
  key: string | null;
  text: string;
}

/** A page as it is indexed. Path and ancestors are not indexed: each search reads them. */
export interface IndexedPage {
  pageId: string;
  title: string;
  description?: string | undefined;
  /** A hidden page is taken out of the index. */
  hidden?: boolean | undefined;
  sections: readonly SearchSection[];
}

/** A page to be indexed, with its sections or the JSON of the document that they are in. */
export type PageSource = Omit<IndexedPage, 'sections'> &
  ({ sections: readonly SearchSection[] } | { document: string });

/** A space and the language (BCP 47, `en`, `fr-CA`, `zh` …) its text is analysed in. */
export interface SearchedSpace {
  spaceId: string;
  language: string;
}

/** A space whose pages are written. */
export interface IndexedSpace extends SearchedSpace {
  organizationId: string;
  /** What marks its terms, if the index has it already. */
  key?: string | undefined;
}

/** What an index holds of pages, in its own form. */
export interface PreparedPages {
  readonly key: string;
  readonly language: string;
}

/** The spaces that are searched: those the caller may read and the index holds passages of. */
export interface SearchedSpaces {
  organizationId: string;
  /** Their ids, joined by commas: there may be hundreds, and they only pass through. */
  ids: string;
  count: number;
  /** The primary languages they are indexed in, that of most of them first. */
  languages: readonly string[];
  passages: number;
}

export interface SearchRequest {
  /** Nothing else is looked at. */
  spaces: SearchedSpaces;
  /** At most 512 characters, free of NUL. */
  query: string;
  /** Hits wanted. */
  limit: number;
  /** Continue behind this hit. */
  after?: SearchPosition | undefined;
  /** Pages that are passed over, each as `<space>/<page>`. */
  without?: readonly string[] | undefined;
}

/** The place of a hit in the order: by score descending, then by space and page id. */
export interface SearchPosition {
  score: number;
  spaceId: string;
  pageId: string;
  /** The rank of the page: the best has 1. */
  rank: number;
}

/** A section of a found page; `anchor` is null and `heading` empty for the text before its first heading. */
export interface SectionHit {
  anchor: string | null;
  heading: string;
  /** The text around the first word found. */
  body: Excerpt;
  score: number;
}

export interface SearchHit extends SearchPosition {
  title: string;
  description: string;
  path: string;
  /** From the top of the tree down to the parent. */
  ancestors: { id: string; title: string }[];
  /** Best first, at most three. */
  sections: SectionHit[];
}

/** A space in which pages were found, the best first. Its place in the order is that of the first. */
export interface SpaceHit {
  spaceId: string;
  title: string;
  score: number;
  pages: SearchHit[];
}

/** The best hits, as many as were wanted but for those that are gone since they were indexed. */
export interface SearchResult<Hit> {
  hits: Hit[];
  /** Whether there are more behind them. */
  more: boolean;
  /** Where to continue. */
  last: SearchPosition | undefined;
}

/** A page that says something about a question. */
export interface FittingPage {
  spaceId: string;
  pageId: string;
  /** How well it answers the question, 0 to 1; comparable between questions. */
  fit: number;
}

/** Full-text search over the current content of spaces. */
export abstract class SearchIndex extends PurgedSpaces {
  /** Makes of pages what the index holds of them, in a process where they are long. Nothing is locked. */
  abstract prepare(space: IndexedSpace, pages: readonly PageSource[]): Promise<PreparedPages>;

  /**
   * Replaces these pages in the index and removes `removed`, in the current transaction. Indexers of one space wait for
   * each other. If the language differs from that of the index, the space is removed from it first, so `pages` must be
   * complete then.
   */
  abstract replacePages(space: IndexedSpace, pages: PreparedPages, removed?: readonly string[]): Promise<void>;

  /** Forgets a space. */
  abstract override dropSpaces(organizationId: string, spaceIds: readonly string[]): Promise<void>;

  /** The best pages for a query; nothing for a query without a letter or digit. */
  abstract searchPages(request: SearchRequest): Promise<SearchResult<SearchHit>>;

  /** The spaces of the best pages for a query. */
  abstract searchSpaces(request: SearchRequest): Promise<SearchResult<SpaceHit>>;

  /** The pages that search finds for a question, in its order, with how well each answers it. */
  abstract fittingPages(request: Omit<SearchRequest, 'after' | 'without'>): Promise<FittingPage[]>;
}
