/** The texts of documents: paragraphs, headings, lists, marks. */
export const TEXT = `
:where(.body, .tab, .hint > div, .stepper > li > div, .column, .expandable > div, .update > div, blockquote, .note, .outside, .api, .body td) > * + * { margin-block-start: var(--space) }
:where(.body li, .cards li > div) > * + * { margin-block-start: .375rem }
.body > * { max-width: var(--measure); margin-inline: auto }
.body > .wide { max-width: none }
.body h2 { margin-block: 3rem 1rem }
.body h3 { margin-block: 2.25rem .75rem }
.body h4 { margin-block: 1.75rem .5rem }
.body :is(h2, h3, h4):first-child { margin-block-start: 0 }
.body :is(h2, h3, h4) + * { margin-block-start: 0 }
.body :is(h2, h3, h4) + :is(h3, h4) { margin-block-start: 1rem }
.anchor { margin-inline-start: .4em; font-weight: 400; opacity: 0 }
.anchor::before { content: "#" / "" }
:is(h2, h3, h4):hover > .anchor, .anchor:focus { opacity: 1 }
:target { scroll-margin-block-start: 0 }
.body a:not([class]) { font-weight: 500; text-decoration: underline; text-decoration-thickness: 1px }
.body a:not([class]):hover { text-decoration-thickness: 2px }
.body :is(ul, ol):not([class]) { padding-inline-start: 1.5rem }
.body ul:not([class]) { list-style: disc }
.body ul:not([class]) ul:not([class]) { list-style: circle }
.body ol:not([class]) { list-style: decimal }
.body li::marker { color: var(--muted) }
.body li + li { margin-block-start: .375rem }
.tasks > li { display: flex; gap: .625rem; align-items: baseline }
.tasks input { flex: none; transform: translateY(.1em) }
.center { text-align: center }
.end { text-align: end }
.middle { vertical-align: middle }
.bottom { vertical-align: bottom }
.column.middle { align-self: center }
.column.bottom { align-self: end }
.body p > .button + .button { margin-inline-start: .25rem }
hr { border: 0; border-block-start: 1px solid var(--line) }
.body > hr { margin-block: 2.5rem }
blockquote { padding-inline-start: 1.25rem; border-inline-start: 3px solid var(--line) }
.body :is(p, li, td, th, h2, h3, h4, summary, figcaption, .name) > code, .body a code { padding: .125em .375em; border-radius: .3125rem; background: var(--subtle); border: 1px solid var(--line); font-size: .875em }
.body :is(strong, em, s, span) > code { font-size: .875em }
kbd { padding: .0625rem .375rem; border: 1px solid var(--line); border-block-end-width: 2px; border-radius: .3125rem; background: var(--subtle); font-size: .8125em; white-space: nowrap }
strong { font-weight: 650 }
sub, sup { font-size: .75em; line-height: 0 }
.mention { padding-inline: .25rem; border-radius: .25rem; background: var(--primary-soft); color: var(--primary-text) }
.missing { font-style: italic }
.cut { padding: 1rem; border: 1px dashed var(--line); border-radius: var(--radius); text-align: center }
`;

/** What deserves attention. */
export const HINTS = `
.body .hint { --tone: var(--info); --tone-soft: var(--info-soft); --tone-text: var(--info-text); display: flex; gap: .875rem; padding: 1rem 1.125rem; border-radius: var(--radius); border-inline-start: 3px solid var(--tone); background: var(--tone-soft) }
.hint > div { --space: .75rem }
.body .hint.success { --tone: var(--success); --tone-soft: var(--success-soft); --tone-text: var(--success-text) }
.body .hint.warning { --tone: var(--warning); --tone-soft: var(--warning-soft); --tone-text: var(--warning-text) }
.body .hint.danger { --tone: var(--danger); --tone-soft: var(--danger-soft); --tone-text: var(--danger-text) }
.hint > .icon { margin-block-start: .34em; color: var(--tone-text) }
.hint > div { flex: 1; min-width: 0 }
.hint.titled > div > :first-child { font-size: 1rem; line-height: 1.7; letter-spacing: 0; margin-block-end: .25rem }
.hint :is(code, kbd) { background: color-mix(in srgb, var(--page) 60%, transparent) }
`;

/** Notes to words, which open from them. */
export const NOTES = `
.note-mark { border: 0; background: none; text-align: inherit; text-decoration: underline dotted var(--primary-text) 1.5px; text-underline-offset: .25em; border-radius: 0 }
.note-mark:empty::after { content: "ⓘ" / ""; color: var(--primary-text) }
.note-mark:hover { background: var(--primary-soft) }
.note { padding: .875rem 1rem }
.note > * { --space: .625rem }
`;
