/** Pages of a published site: what is around a document, how it looks, the scripts and the words of the interface. */
export { drawFaultPage } from './draw-fault-page.js';
export { drawSitePage } from './draw-site-page.js';
export { drawStartPage } from './draw-start-page.js';
export type { StartPage } from './draw-start-page.js';
export type * from './model.js';
export { iconSheet } from './icon-sheet.js';
export { ICON_CREDIT, iconShape, NEUTRAL_ICON } from './icons.js';
export { SCRIPTS, scriptWords } from './scripts/scripts.js';
export { ALL_BLOCKS, blockSheet } from './style/block-sheets.js';
export type { StaticFile } from './static-file.js';
export { DEFAULT_LOOK, topColors } from './style/look.js';
export type { SiteLook } from './style/look.js';
export { pageStyle, SHEETS, STYLE } from './style/style.js';
export { filled } from './words/site-words.js';
export type { SiteWords } from './words/site-words.js';
export { directionOf, wordsFor } from './words/words.js';
