import { inWorker } from '#kernel/infrastructure/jobs/in-worker';
import { openEstimate } from './estimate.js';

const estimate = await openEstimate();

/** Entry of the worker thread; each answer is a number. */
export const run = inWorker({ estimate }, { maxBytes: 1_000, refusal: () => undefined });
