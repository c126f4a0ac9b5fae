import { inWorker } from '#kernel/infrastructure/processes/in-worker';
import * as tasks from './specification-tasks.js';

const MAX_BYTES = 64_000_000;

/** The entry of the process. What it imports is loaded before the first page is drawn: only what draws. */
export const run = inWorker(tasks, { maxBytes: MAX_BYTES, refusal: () => undefined });
