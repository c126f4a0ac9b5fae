import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import { PRINT_JOB } from '../application/order-print.js';
import { Blobs } from '../../revisions/domain/content/blobs.js';
import { PRINT_ATTEMPTS } from '../domain/prints.js';
import { BookParts } from './book-parts.js';
import { PrintFailed, printInProcess } from './print-process.js';
import { PrintStore, type PrintTask } from './print.store.js';

const BUDGET_MS = 15 * 60_000;
/** No PDF becomes larger; the store wants to know. */
const MOST_BYTES = 2 ** 40;

/**
 * Makes a PDF and puts it into the blob store. The same content gives the same bytes, so that one which is cut off by a
 * crash and made again is one PDF. What trying again can't mend is noted at once, everything else after the last attempt.
 */
@Injectable()
@RunsJob(PRINT_JOB)
export class PrintPdf implements JobHandler<{ organizationId: string; key: string }> {
  readonly #logger = new Logger('Print');

  constructor(
    private readonly prints: PrintStore,
    private readonly books: BookParts,
    private readonly blobs: Blobs,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run({ organizationId, key }: { organizationId: string; key: string }, signal: AbortSignal): Promise<void> {
    const task = await this.prints.attempt(organizationId, key);
    if (!task) return;
    try {
      await this.#print(task, signal);
    } catch (error) {
      if (signal.aborted) {
        await this.prints.interrupted(task);
        throw error;
      }
      const isLasting = error instanceof PrintFailed;
      if (!isLasting && task.attempt < PRINT_ATTEMPTS) throw error;
      this.#logger.error(isLasting ? (error.cause ?? error) : error);
      const reason = isLasting ? error.message : 'something went wrong on the server';
      await this.prints.failed(task, reason, this.clock.now());
    }
  }

  async parked({ organizationId, key }: { organizationId: string; key: string }): Promise<void> {
    const task = await this.prints.attempt(organizationId, key);
    if (task) await this.prints.failed(task, 'the server ended twice while it was made', this.clock.now());
  }

  async #print(task: PrintTask, signal: AbortSignal): Promise<void> {
    const open = await this.books.open(task);
    if (!open) throw new PrintFailed('the content is no longer there');
    const folder = join(this.settings.dataDir, 'incoming');
    const file = join(folder, `print-${task.organizationId}-${task.key}-${task.attempt}.pdf`);
    await mkdir(folder, { recursive: true });
    try {
      const printed = await printInProcess({ book: open.book, file }, open.parts, BUDGET_MS, signal);
      const stored = await this.blobs.put(task.organizationId, createReadStream(file), { maxBytes: MOST_BYTES });
      await this.prints.done(task, { ...stored, ...printed }, this.clock.now());
    } finally {
      await rm(file, { force: true });
    }
  }
}
