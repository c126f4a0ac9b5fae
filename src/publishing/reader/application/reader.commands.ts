import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { PagePrint } from '#content';
import type { ReadingBrowser } from './read-place.js';
import type { ReaderRequest } from './reader.queries.js';

/** Records what a reader thinks of a page; false where the site does not ask them. */
@NotAudited('visits change nothing for others')
export class GivePageFeedback extends Command<boolean> {
  constructor(
    readonly request: ReaderRequest,
    readonly browser: ReadingBrowser,
    readonly pageId: string,
    readonly rating: 'bad' | 'ok' | 'good',
  ) {
    super();
  }
}

/** Has a PDF of a page made. Undefined where readers may have none. */
@NotAudited('a printed copy changes nothing for others')
export class PrintSitePage extends Command<PagePrint | undefined> {
  constructor(
    /** Its URL is that of the site space. */
    readonly request: ReaderRequest,
    readonly pageId: string,
  ) {
    super();
  }
}
