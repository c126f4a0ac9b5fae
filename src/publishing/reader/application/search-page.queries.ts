import { MayReadReplica } from '#kernel/application/replica-reads';
import { Query } from '#kernel/domain/messages';
import type { FoundPage } from '../domain/found-pages.js';
import type { ReaderRequest } from './reader.queries.js';

export type { FoundPage } from '../domain/found-pages.js';

/** What a reader looks for on a site. */
export interface ReaderSearch {
  /** At most 512 characters are looked for. */
  query: string;
  /** The part of the list, as the part before named it. */
  after: string | undefined;
}

/** What a search found, for the dialog of a page. Undefined where nothing is published for the visitor. */
@MayReadReplica()
export class SearchServedSite extends Query<readonly FoundPage[] | undefined> {
  constructor(
    /** Its URL is that of the site or one of its site spaces. */
    readonly request: ReaderRequest,
    readonly search: ReaderSearch,
  ) {
    super();
  }
}

/** The same as a whole page, as HTML, for readers without script. */
@MayReadReplica()
export class DrawSearchPage extends Query<string | undefined> {
  constructor(
    readonly request: ReaderRequest,
    readonly search: ReaderSearch,
  ) {
    super();
  }
}
