import type { ReadingBrowser, ReadPlace } from './read-place.js';
import type { ReaderRequest } from './reader.queries.js';

/** Counts what is read of published sites. */
export abstract class PageViews {
  /** It is written a little later, beside the requests. The view of a page where no other event is given. */
  abstract note(place: ReadPlace, browser: ReadingBrowser, event?: object): void;
  /** Written before it ends. */
  abstract record(place: ReadPlace, browser: ReadingBrowser, event: object): Promise<void>;
}

/** Where readers are asked what they think of pages. */
export abstract class AskedReaders {
  /** The place of a page; undefined where its site does not ask this visitor. */
  abstract placeOf(request: ReaderRequest, pageId: string): Promise<ReadPlace | undefined>;
}
