import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { ReactsTo, RunsJob } from '#kernel/application/reactions';
import { ConversationsIngested } from '../../contract/events.js';
import { WorkPace } from '../../conversations/infrastructure/work-pace.js';
import { FIND_ISSUES } from '../application/find-issues-later.js';
import { FindIssuesLater, StoreIssues } from '../application/issue.commands.js';
import { IssueExtractor } from '../domain/issue-extractor.js';
import { Issues } from '../domain/issues.js';

/** How long one run goes on; then others have their turn. */
const LONGEST_MS = 2_000;
/** How long the conversations of an organization are left alone that, perhaps, ended two processes. */
const LEFT_ALONE_MS = 60_000;

@Injectable()
@ReactsTo(ConversationsIngested, 'conversations.queue-conversations', {
  key: ({ organization }) => `conversations.queue-conversations ${organization}`,
})
export class QueueConversations {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization }: ConversationsIngested): Promise<void> {
    await this.dispatcher.run(new FindIssuesLater(organization));
  }
}

/** Finds the issues of conversations that wait, some at a time. What is cut off waits still. */
@Injectable()
@RunsJob(FIND_ISSUES)
export class FindIssues implements JobHandler<{ organizationId: string }> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly issues: Issues,
    private readonly extractor: IssueExtractor,
    private readonly pace: WorkPace,
  ) {}

  async run({ organizationId }: { organizationId: string }, signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    while (performance.now() - begin < LONGEST_MS) {
      signal.throwIfAborted();
      const step = performance.now();
      const waiting = await this.issues.waiting(organizationId, this.pace.atATime(this.extractor.most));
      if (waiting.length === 0) return;
      const found = await this.extractor.extract(organizationId, waiting);
      const results = waiting.map(({ id, contentHash }, at) => ({
        conversationId: id,
        contentHash,
        issues: found[at] ?? [],
      }));
      await this.dispatcher.run(new StoreIssues(organizationId, results));
      await this.pace.rest(step);
    }
    await this.dispatcher.run(new FindIssuesLater(organizationId));
  }

  async parked({ organizationId }: { organizationId: string }): Promise<void> {
    await this.dispatcher.run(new FindIssuesLater(organizationId, LEFT_ALONE_MS));
  }
}
