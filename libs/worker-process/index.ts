export { parent, type Parent } from './parent.js';
export { WorkerProcess, WorkerProcessEnded, type WorkerProcessOptions } from './worker-process.js';
