import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WorkerThreads } from '#kernel/infrastructure/jobs/worker-threads';
import type { GroupedIssues } from '../domain/clusters.js';
import { packIssues } from '../domain/grouped-vectors.js';
import type { EmbeddedIssues } from '../domain/issue-embedder.js';
import { IssueGrouper } from '../domain/issue-grouper.js';
import type { NewGrouping } from '../domain/new-grouping.js';

const WORKER = fileURLToPath(new URL('./cluster-worker.js', import.meta.url));
/** 150,000 issues take less. */
const MEMORY_MB = 900;
const DEADLINE_MS = 30 * 60_000;

/** Groups issues in a thread of its own: one organization at a time. */
@Injectable()
export class ThreadedGrouper extends IssueGrouper implements OnApplicationShutdown {
  readonly #thread = existsSync(WORKER)
    ? new WorkerThreads(WORKER, { size: 1, memoryMb: MEMORY_MB, background: true })
    : undefined;

  async group(
    organizationId: string,
    issues: GroupedIssues,
    embedded: EmbeddedIssues | undefined,
  ): Promise<NewGrouping> {
    const packed = embedded && packIssues(issues, embedded);
    if (!this.#thread) return (await import('./cluster-tasks.js')).groupAll(issues, packed);
    const options = { caller: organizationId, deadlineMs: DEADLINE_MS };
    return (await this.#thread.run('groupAll', [issues, packed], options)) as NewGrouping;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#thread?.close();
  }
}
