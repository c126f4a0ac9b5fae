/** Tables. Those with many rows are laid out when they are near the window, so that long pages are there at once. */
export const TABLES = `
.table { overflow: auto; font-size: .9375rem; line-height: 1.6; scrollbar-width: thin }
.table:has(tr:nth-of-type(20)) { content-visibility: auto; contain-intrinsic-block-size: auto 50rem }
table { width: 100%; border-collapse: separate; border-spacing: 0 }
.table :is(th, td) { padding: .625rem 1rem; text-align: start; vertical-align: top; min-width: 5rem }
.table :is(th, td).center { text-align: center }
.table :is(th, td).end { text-align: end }
.table td.end { font-variant-numeric: tabular-nums }
.table td.middle { vertical-align: middle }
.table td.bottom { vertical-align: bottom }
.table :is(th, thead td) { background: var(--subtle); border-block-end: 1px solid var(--line); font-size: .8125rem; font-weight: 600; white-space: nowrap }
.table tr + tr > td { border-block-start: 1px solid var(--line) }
.table [rowspan] + td, .table td + [rowspan] { border-inline-start: 1px solid var(--line) }
.table td { --space: .5rem }
.table img { max-height: 12rem }
`;

/** Columns of other types than text, and what stays where a table is scrolled. */
export const TYPED_TABLES = `
.sticky-header { max-height: 80vh }
.sticky-header :is(th, thead td) { position: sticky; z-index: 1; inset-block-start: 0 }
.sticky-column :is(th, td):first-child { position: sticky; inset-inline-start: 0; border-inline-end: 1px solid var(--line) }
.sticky-column td:first-child { background: var(--page) }
.sticky-column :is(th, thead td):first-child { z-index: 2 }
.rating { color: var(--warning-text); letter-spacing: .1em; white-space: nowrap }
:is(.option, .user, .attached) { display: inline-block; margin-inline-end: .375rem }
.user { padding-inline: .375rem; border-radius: .25rem; background: var(--subtle) }
.attached::before { content: "↓" / ""; margin-inline-end: .25rem; color: var(--muted) }
.fit-contain { object-fit: contain }
.fit-fill { object-fit: fill }
.fit-cover { object-fit: cover }
`;
