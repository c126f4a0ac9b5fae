import type { Caller } from '#kernel/application/caller';
import type { ReadingBrowser, ReadPlace } from './read-place.js';
import type { ReaderRequest } from './reader.queries.js';

/** Counts what is read of published sites. */
export abstract class PageViews {
  /** It is written a little later, beside the requests. The view of a page where no other event is given. */
  abstract note(place: ReadPlace, browser: ReadingBrowser, event?: object): void;
  /** Written before it ends. */
  abstract record(place: ReadPlace, browser: ReadingBrowser, event: object): Promise<void>;
}

/** The content that a reader may have printed. */
export interface PrintedSpace {
  caller: Caller;
  spaceId: string;
  changeRequestId: string | undefined;
}

/** Where readers are asked what they think of pages, and may have them printed. */
export abstract class AskedReaders {
  /** The place of a page; undefined where its site does not ask this visitor. */
  abstract placeOf(request: ReaderRequest, pageId: string): Promise<ReadPlace | undefined>;
  /** Undefined where a site offers this visitor no PDFs. */
  abstract printedFor(request: ReaderRequest): Promise<PrintedSpace | undefined>;
}
