import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';

/** Where a space is published, for the first of those who may be asked. */
export interface PublishedSpace {
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  /** Address of its first page. */
  url: string;
}

/**
 * Records where spaces of an organization are published, by their ids; null for nowhere. Sent by the context that
 * publishes, in the transaction of the change. Ignores unknown ids.
 */
@NotAudited('notes what was done with a site, which is in the trail itself')
export class RecordPublishedSpaces extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaces: ReadonlyMap<string, PublishedSpace | null>,
  ) {
    super();
  }
}
