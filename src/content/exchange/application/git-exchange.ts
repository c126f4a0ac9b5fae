import type { Dispatcher } from '#kernel/application/dispatcher';
import { ReportGitSync, type ExchangedCommit } from './report-git-sync.js';

/** Reports the exchanges of one space with its repository, one commit after the other. */
export class GitExchange {
  /** The commit whose exchange has started and not ended. */
  #open: ExchangedCommit | undefined;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly space: { organizationId: string; spaceId: string },
  ) {}

  /** The revision is the current one unless given. */
  async start(commit: string, revision?: string): Promise<void> {
    await this.fail();
    const { organizationId, spaceId } = this.space;
    const report = new ReportGitSync({ organizationId, spaceId }, 'started', commit, revision);
    const exchanged = await this.dispatcher.run(report);
    this.#open = exchanged === undefined ? undefined : { commit, revision: exchanged };
  }

  /** The success was reported with the change that came of it. */
  succeed(): void {
    this.#open = undefined;
  }

  /** Does nothing if no exchange is open: then there is no commit to report about. */
  async fail(): Promise<void> {
    if (!this.#open) return;
    const { commit, revision } = this.#open;
    const { organizationId, spaceId } = this.space;
    this.#open = undefined;
    await this.dispatcher.run(new ReportGitSync({ organizationId, spaceId }, 'failure', commit, revision));
  }
}
