import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';
import type { GroupedIssues } from '../domain/clusters.js';
import { packIssues } from '../domain/grouped-vectors.js';
import type { EmbeddedIssues } from '../domain/issue-embedder.js';
import { IssueGrouper } from '../domain/issue-grouper.js';
import type { NewGrouping } from '../domain/new-grouping.js';

const WORKER = fileURLToPath(new URL('./cluster-worker.js', import.meta.url));
/** 150,000 issues take less. */
const MEMORY_MB = 900;
const DEADLINE_MS = 30 * 60_000;

/** Groups issues in a process of its own: one organization at a time. */
@Injectable()
export class IsolatedGrouper extends IssueGrouper implements OnApplicationShutdown {
  readonly #process = existsSync(WORKER)
    ? new WorkerProcesses(WORKER, { size: 1, memoryMb: MEMORY_MB, background: true })
    : undefined;

  async group(
    organizationId: string,
    issues: GroupedIssues,
    embedded: EmbeddedIssues | undefined,
  ): Promise<NewGrouping> {
    const packed = embedded && packIssues(issues, embedded);
    if (!this.#process) return (await import('./cluster-tasks.js')).groupAll(issues, packed);
    const options = { caller: organizationId, deadlineMs: DEADLINE_MS };
    return (await this.#process.run('groupAll', [issues, packed], options)) as NewGrouping;
  }

  onApplicationShutdown(): void {
    this.#process?.close();
  }
}
