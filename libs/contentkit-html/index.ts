/**
 * What scripts of integrations show in pages as HTML for browsers, drawn on the server: no script, no style attribute,
 * nothing from another host. An answer of a script was checked by `#contentkit` before, and is untrusted still: texts
 * are escaped, addresses are checked, and only what is named here is drawn. Blocks are parts of pages that `#page-html`
 * draws; what they look like besides is `BLOCK_STYLE`. The classes, by what they are on:
 *
 * - `div.kit`: a block, in it `form.kit-form > fieldset.kit-fields` where there is something to do
 * - `div` with `kit-row`, `kit-column` (and `kit-start`, `kit-center`, `kit-end`), `kit-box` (and `kit-grow-1` to
 *   `kit-grow-6`); `hr` with `kit-small`, `kit-medium`, `kit-large`
 * - `div.kit-card > (svg.icon, img.kit-thumb) + div.kit-main + div.kit-buttons`; in it `p.kit-title`, `p.kit-hint`,
 *   `.kit-target`, whose effect the whole card has
 * - `img.kit-image`, `img.kit-inline`, `div.kit-part` (Markdown, code), `p.kit-plain` (Markdown that is too long)
 * - `div.kit-field` with `kit-beside`: `label`, or `p.kit-label`, and `.kit-text` with `kit-code`; `div.kit-options >
 *   label.kit-option`
 * - `details.kit-confirm > summary.button + div.kit-question`, `.button.kit-danger`, `button[data-apply]`
 * - `div.kit-modal`, `section.kit-note` with `data-block` while the block is waited for, in it `a[data-late]`
 */
export { BLOCK_FIELDS } from './context.js';
export type { BlockContext, BlockControls, BlockForm, BlockInput, BlockWords } from './context.js';
export { drawEnded, drawNotShown, drawRendered } from './draw.js';
export type { NotShown } from './draw.js';
export { chosenAction, enteredState } from './entered.js';
export { BLOCK_STYLE } from './style.js';
