/** Pictures, files, what other sites show, references. */
export const MEDIA = `
.images { display: flex; flex-wrap: wrap; justify-content: center; gap: 1rem }
.images figure { max-width: 100%; text-align: center }
.images figure:has(> [class*="w-"]) { width: 100% }
.images.left { justify-content: flex-start }
.images.right { justify-content: flex-end }
.body img:not(.inline, .logo) { border-radius: var(--radius) }
.framed figure { padding: 1rem; background: var(--subtle) }
figcaption { margin-block-start: .625rem; text-align: center }
.drawing { padding: 1rem; border-radius: var(--radius-large); background: #fff; text-align: center }
.diagram { display: grid; justify-items: center; gap: .75rem; overflow-x: auto }
.diagram > details { justify-self: stretch; font-size: .875rem }
.diagram > details > summary { display: flex; gap: .5rem; width: fit-content; list-style: none; color: var(--muted) }
.diagram > details > summary::-webkit-details-marker { display: none }
img.inline { vertical-align: middle }
img.line { height: 1.25em; width: auto; vertical-align: -.25em }
.file, .embed, .ref { display: flex; flex-wrap: wrap; align-items: center; gap: .125rem .75rem; padding: .875rem 1.125rem }
:is(.file, .embed, .ref) > .name { flex: 1; min-width: 0; font-weight: 550 }
.embed { flex-wrap: nowrap }
.embed > .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.file > .icon { color: var(--muted) }
.ref > .description { flex-basis: 100% }
a.ref::after { order: 1 }
.ref > .description { order: 2 }
a.embed::after { content: "↗" / ""; color: var(--muted) }
`;

/** Formulas, with the classes that are in place of their styles. */
export const FORMULAS = `
.math { overflow-x: auto; overflow-y: hidden; padding-block: .25rem; text-align: center }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math; font-size: 1.0625em }
.math math { font-size: 1.125em }
.formula { color: var(--danger-text) }
.tml-display { display: block math }
.tml-left, .m-start { text-align: start }
.tml-right, .m-end { text-align: end }
.tml-cases > mtr > mtd { text-align: start }
.tml-prime { font-size: 1em }
.m-half { width: 50% }
.m-full { width: 100% }
.m-box { border: 1px solid }
.m-top { border-block-start: 1px solid }
.m-right { border-right: 1px solid }
.m-bottom { border-block-end: 1px solid }
.m-left { border-left: 1px solid }
.m-flush { padding-inline-start: 0 }
`;
