import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { AgentFeedback } from '../domain/site-event.js';

/** Records events of a live site. Does not authorize: renderers report them without a token of their visitors. */
@NotAudited('visits change nothing for others')
export class RecordSiteEvents extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
    /** The events as they were sent; unknown ones are skipped. */
    readonly events: readonly unknown[],
  ) {
    super();
  }
}

/** Records an agent's feedback on a page of a live site. */
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
