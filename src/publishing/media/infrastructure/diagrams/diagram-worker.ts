import { inWorker } from '#kernel/infrastructure/processes/in-worker';
import { drawDiagram } from './draw-diagram.js';
import { MOST_DRAWN_BYTES } from './diagram-process.js';

/** Entry of the worker process that draws diagrams. */
export const run = inWorker({ drawDiagram }, { maxBytes: MOST_DRAWN_BYTES, refusal: () => undefined });
