import { inWorker } from '#kernel/infrastructure/jobs/in-worker';
import { refusal } from './refusal.js';
import * as tasks from './text-tasks.js';

/** Bytes that one answer may have: a batch of files of an import has the most. */
const MAX_BYTES = 512_000_000;

/** What a worker thread runs: one of the tasks, by name. */
export const run = inWorker(tasks, { maxBytes: MAX_BYTES, refusal });
