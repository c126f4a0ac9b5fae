import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
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
