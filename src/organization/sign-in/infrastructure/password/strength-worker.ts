import { inWorker } from '#kernel/infrastructure/jobs/in-worker';
import { openEstimate } from './estimate.js';

const estimate = await openEstimate();

/** What a worker thread runs: an answer is one number. */
export const run = inWorker({ estimate }, { maxBytes: 1_000, refusal: () => undefined });
