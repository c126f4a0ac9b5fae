import { Injectable } from '@nestjs/common';
import {
  LONG_DEADLINE_MS,
  TextProcesses,
  type TextWorker,
} from '../../revisions/infrastructure/text/text-processes.js';
import type { PageSource } from '../domain/search-index.js';
import * as tasks from './index-tasks.js';
import type { PassageBatch } from './passage-batches.js';

const WORKER: TextWorker<typeof tasks> = {
  file: new URL('./index-worker.js', import.meta.url),
  tasks,
  deadlineMs: LONG_DEADLINE_MS,
  background: true,
};
/** Characters of documents and sections that take a few milliseconds. */
const SMALL = 32_768;

/** Prepares a few short pages in place, others in a worker process. */
@Injectable()
export class PagePreparation {
  constructor(private readonly processes: TextProcesses) {}

  async prepare(language: string, key: string, pages: readonly PageSource[]): Promise<PassageBatch[]> {
    const size = pages.reduce((sum, page) => sum + sizeOf(page), 0);
    if (size <= SMALL) return tasks.preparePages(language, key, pages);
    return this.processes.run(WORKER, 'preparePages', [language, key, pages]);
  }
}

function sizeOf(page: PageSource): number {
  if ('document' in page) return page.document.length;
  return page.sections.reduce((sum, { text }) => sum + text.length, 0);
}
