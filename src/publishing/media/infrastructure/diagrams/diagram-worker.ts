import { inWorker } from '#kernel/infrastructure/jobs/in-worker';
import { drawDiagram } from './draw-diagram.js';
import { MOST_DRAWN_BYTES } from './diagram-threads.js';

/** Entry of the worker thread that draws diagrams. */
export const run = inWorker({ drawDiagram }, { maxBytes: MOST_DRAWN_BYTES, refusal: () => undefined });
