import { inWorker } from '#kernel/infrastructure/processes/in-worker';
import { openEstimate } from './estimate.js';

const estimate = await openEstimate();

/** Entry of the worker process; each answer is a number. */
export const run = inWorker({ estimate }, { maxBytes: 1_000, refusal: () => undefined });
