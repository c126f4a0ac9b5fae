import { Injectable } from '@nestjs/common';
import { DomainError } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Kept } from '#kernel/infrastructure/processes/kept';
import { documentBodies } from '../../revisions/infrastructure/revision/document-columns.js';
import {
  LONG_DEADLINE_MS,
  TextProcesses,
  type TextWorker,
} from '../../revisions/infrastructure/text/text-processes.js';
import { FileRewriter, FileRewriters, type FileToRewrite } from '../domain/export/export-ports.js';
import type { ResolvablePlan } from '../domain/import/resolve-href.js';
import { rewriteFiles, type FileInProcess } from './sources/rewrite-files.js';
import { keptPlan } from './sources/kept-plan.js';

const TASKS = { rewriteFiles };
const WORKER: TextWorker<typeof TASKS> = {
  file: new URL('./rewrite-worker.js', import.meta.url),
  tasks: TASKS,
  deadlineMs: LONG_DEADLINE_MS,
  background: true,
};

/** Writes Markdown files again in worker processes. */
@Injectable()
export class IsolatedFileRewriters extends FileRewriters {
  constructor(
    private readonly processes: TextProcesses,
    private readonly sql: SqlQuery,
  ) {
    super();
  }

  open(organizationId: string, plan: ResolvablePlan): FileRewriter {
    return new IsolatedFileRewriter(this.processes, this.sql, organizationId, keptPlan(plan));
  }
}

class IsolatedFileRewriter extends FileRewriter {
  constructor(
    private readonly processes: TextProcesses,
    private readonly sql: SqlQuery,
    private readonly organizationId: string,
    private readonly plan: Kept,
  ) {
    super();
  }

  async rewrite(files: readonly FileToRewrite[]): Promise<(string | undefined)[]> {
    const hashes = files.flatMap(({ content, document }) => [content.document, ...(document ? [document] : [])]);
    const bodies = await documentBodies(this.sql, this.organizationId, [...new Set(hashes)]);
    const known = files.map(({ document, ...file }): FileInProcess | undefined => {
      const before = bodies.get(file.content.document);
      return before === undefined ? undefined : { ...file, before, after: bodies.get(document ?? '') };
    });
    const texts = await this.#run(known.flatMap((file) => file ?? []));
    return known.map((file) => (file === undefined ? undefined : texts.shift()));
  }

  /** Where a process comes to no end with some files, each is written by itself. */
  async #run(files: readonly FileInProcess[]): Promise<(string | undefined)[]> {
    if (files.length === 0) return [];
    try {
      return await this.processes.run(WORKER, 'rewriteFiles', [this.plan, files]);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (files.length === 1) return [undefined];
    }
    const texts: (string | undefined)[] = [];
    for (const file of files) texts.push(...(await this.#run([file])));
    return texts;
  }
}
