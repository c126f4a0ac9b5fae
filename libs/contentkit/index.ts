export { decompressed } from './compressed.js';
export type * from './elements.js';
export { LIMITS } from './limits.js';
export { noticeOf, type Notice } from './notice.js';
export { readRenderOutput } from './output.js';
export { InvalidOutput } from './reading.js';
