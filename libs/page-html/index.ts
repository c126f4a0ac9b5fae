/**
 * Documents as HTML for browsers, drawn on the server: no script, no style attribute, nothing from another host. What
 * a page looks like is a style sheet's part. Its classes, by what they are on:
 *
 * - anything: `center`, `end` (alignment), `middle`, `bottom` (vertical), `wide` (full width), `w-1` to `w-12` (twelfths
 *   of the width), `c-NAME` and `bg-NAME` (colors: green, blue, …, primary, info, …), `missing` (leads nowhere), `sr`
 *   (for screen readers only), `light` and `dark` (pictures of one theme), `icon` (SVG), `emoji`
 * - `a.anchor` in headings (empty: its sign is the style sheet's), `a.mention`, `span.mention`, `code.expression`,
 *   `.button` with `primary` or `secondary`, `small` or `large` (`a`, or `label` that selects a tab, or `span`)
 * - `button.note-mark` opens the popover `div.note`
 * - `ul.tasks > li > input + div`
 * - `div.hint` with `info`, `warning`, `danger`, `success`, and `titled`: `svg.icon + div`
 * - `div.images` with `left`, `right`, `wide`, `framed`: `figure > img + figcaption`; `figure.drawing`; `img.inline`
 *   with `line`; `a.file > .name + .size`; `a.embed > .name + .provider` with
 *   `data-frame` (the address of a page to show in a frame)
 * - `div.code` with `wrap`, `numbered`, `wide`, `data-syntax`: `.title`, `button.copy[hidden]`, `input.unfold` and
 *   `label.unfold-label` before `pre > code`; lines are `span.l` with `on` (highlighted) and `more` (folded) where
 *   needed; tokens are spans of one letter: k keyword, s string, c comment, n number, t type, f function, a attribute,
 *   v variable, b built in, m meta, r expression, g tag, i added, d removed, e emphasis, o strong
 * - `figure.diagram > img + img + details`: a diagram, and its text as `summary + div.code`
 * - `div.math > math`, `code.formula` (a formula that cannot be drawn); in formulas `tml-…` of Temml, and `m-half`,
 *   `m-full`, `m-box`, `m-top`, `m-right`, `m-bottom`, `m-left`, `m-start`, `m-end`, `m-flush` in place of styles
 * - `details.expandable > summary + div`, `details.prompt` with `partial`
 * - `div.tabs > (input + label + div.tab)*`
 * - `div.table` with `sticky-header`, `sticky-column`, `data-search`: a region around `table`; in cells `.rating`,
 *   `.option`, `.user`, `.attached`, `img` with `fit-contain`, `fit-fill`, `fit-cover`
 * - `ul.cards` with `large`, `row` (not wrapped): `li > .cover`, `.column-title`, `a.card-target > .sr`
 * - `a.ref > .emoji + .name + .description`
 * - `ol.stepper > li > svg.icon + div`, `div.columns > div.column`
 * - `div.updates > article.update > header > time, .tag`
 * - `section.api > .title, code.method, code.path, .source`, `section.integration`, `div.outside` (drawn by the caller)
 * - `p.cut`: the document was too large
 */
export { namesHost, safeHref, safeSrc } from './addresses.js';
export { MAX_BYTES } from './context.js';
export type {
  DiagramPictures,
  EmbedTarget,
  FileTarget,
  IconShape,
  OutsideBlock,
  PageContext,
  PageWords,
  Person,
  Picture,
  TagTarget,
  Target,
} from './context.js';
export { drawCode } from './code/draw-code.js';
export type { Token as CodeToken } from './code/highlight.js';
export { diagramsIn } from './blocks/diagram.js';
export { drawDocument } from './draw.js';
export { classes, drawn, group, h, write } from './element.js';
export type { Attributes, Child, Element } from './element.js';
export { ENGLISH } from './english.js';
export { NEW_TAB } from './inlines/links.js';
export { LANGUAGES, textsIn } from './languages.js';
export type { InLanguages } from './languages.js';
export { outlineOf } from './outline.js';
export type { OutlineEntry } from './outline.js';
export { summaryOf } from './summary.js';
