import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { FindAnsweringPages } from '#content';
import { WorkPace } from '../../conversations/infrastructure/work-pace.js';
import { CHECK_DOCUMENTATION } from '../application/checking-job.js';
import { CheckAgain, GoOnChecking, StoreDocumentation } from '../application/documentation.commands.js';
import {
  Documentation,
  documentationOf,
  MOST_PAGES,
  questionsOf,
  type CheckedCluster,
  type DueCluster,
} from '../domain/documentation.js';

/** Clusters that are checked before what was found is stored. */
const MOST = 20;
/** How long one run goes on; then others have their turn. */
const LONGEST_MS = 2_000;

/** Looks for the pages that answer clusters, the clusters that wait longest first. */
@Injectable()
@RunsJob(CHECK_DOCUMENTATION)
export class CheckDocumentation implements JobHandler<{ organizationId: string }> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly documentation: Documentation,
    private readonly pace: WorkPace,
  ) {}

  async run({ organizationId }: { organizationId: string }, signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    while (performance.now() - begin < LONGEST_MS) {
      signal.throwIfAborted();
      const due = await this.documentation.due(organizationId, MOST);
      if (due.length === 0) return;
      const checked: CheckedCluster[] = [];
      for (const cluster of due) {
        const step = performance.now();
        checked.push(await this.#check(organizationId, cluster));
        if (signal.aborted) break;
        await this.pace.rest(step);
      }
      await this.dispatcher.run(new StoreDocumentation(organizationId, checked));
    }
    await this.dispatcher.run(new GoOnChecking(organizationId));
  }

  async #check(organizationId: string, cluster: DueCluster): Promise<CheckedCluster> {
    const questions = questionsOf(cluster);
    const found = await this.dispatcher.ask(new FindAnsweringPages(organizationId, questions, MOST_PAGES));
    const pages = found.map(({ fit, ...page }) => ({ ...page, score: fit }));
    return { ...documentationOf(cluster.id, pages), dueSince: cluster.dueSince };
  }
}

/** Has clusters checked again whose organization has changed its documentation, every night. */
@Injectable()
@RunsJob('conversations.check-all-documentation', '47 3 * * *')
export class CheckAllDocumentation implements JobHandler {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly documentation: Documentation,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    for (const organizationId of await this.documentation.organizations()) {
      signal.throwIfAborted();
      await this.dispatcher.run(new CheckAgain(organizationId));
    }
  }
}
