export { mask } from './mask.js';
export { MARKERS } from './markers.js';
export type { Hidden } from './markers.js';
