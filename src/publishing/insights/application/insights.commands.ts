import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { AgentFeedback } from '../domain/site-event.js';

/** Tells what happened on a live site; whoever shows it to visitors may. */
@NotAudited('visits change nothing for others')
export class RecordSiteEvents extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
    /** As they were told: those that nobody knows are passed over. */
    readonly events: readonly unknown[],
  ) {
    super();
  }
}

/** Says what an agent thinks of a page of a live site. */
@NotAudited('feedback changes nothing for others')
export class SubmitAgentFeedback extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly feedback: AgentFeedback,
  ) {
    super();
  }
}
