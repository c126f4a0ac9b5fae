import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { ReadResult } from '../domain/issues.js';

const REASON = 'the server reads conversations by itself';

/** Queues the search for issues in the conversations of an organization that wait for it. */
@NotAudited(REASON)
export class FindIssuesLater extends Command<void> {
  constructor(
    readonly organizationId: string,
    /** Milliseconds from now. */
    readonly delay = 0,
  ) {
    super();
  }
}

/** Stores the issues that were found in conversations. */
@NotAudited(REASON)
export class StoreIssues extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly results: readonly ReadResult[],
  ) {
    super();
  }
}
