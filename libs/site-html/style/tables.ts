/** Tables, and their rows as cards. */
export const TABLES = `
.table { overflow: auto; font-size: .9375rem; line-height: 1.6; scrollbar-width: thin }
table { width: 100%; border-collapse: separate; border-spacing: 0 }
.table :is(th, td) { padding: .625rem 1rem; text-align: start; vertical-align: top; min-width: 5rem }
.table :is(th, td).center { text-align: center }
.table :is(th, td).end { text-align: end }
.table td.end { font-variant-numeric: tabular-nums }
.table td.middle { vertical-align: middle }
.table td.bottom { vertical-align: bottom }
.table th { background: var(--subtle); border-block-end: 1px solid var(--line); font-size: .8125rem; font-weight: 600; white-space: nowrap }
.table tr + tr > td { border-block-start: 1px solid var(--line) }
.table [rowspan] + td, .table td + [rowspan] { border-inline-start: 1px solid var(--line) }
.table td { --space: .5rem }
.sticky-header { max-height: 80vh }
.sticky-header th { position: sticky; z-index: 1; inset-block-start: 0 }
.sticky-column :is(th, td):first-child { position: sticky; inset-inline-start: 0; border-inline-end: 1px solid var(--line) }
.sticky-column td:first-child { background: var(--page) }
.sticky-column th:first-child { z-index: 2 }
.rating { color: var(--warning-text); letter-spacing: .1em; white-space: nowrap }
:is(.option, .user, .attached) { display: inline-block; margin-inline-end: .375rem }
.user { padding-inline: .375rem; border-radius: .25rem; background: var(--subtle) }
.attached::before { content: "↓" / ""; margin-inline-end: .25rem; color: var(--muted) }
.table img { max-height: 12rem }
.fit-contain { object-fit: contain }
.fit-fill { object-fit: fill }
.fit-cover { object-fit: cover }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: 1rem }
.cards.large { grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)) }
.cards.row { grid: auto / auto-flow minmax(14rem, 1fr); overflow-x: auto; padding: .25rem; margin-block-end: -.25rem }
.body .cards > li { position: relative; margin: 0; padding: 1.125rem 1.25rem; font-size: .9375rem; line-height: 1.6; overflow: hidden }
.cards > li > .cover { height: 9rem; margin: -1.125rem -1.25rem 1rem; background: var(--subtle) }
.cards .cover img { width: 100%; height: 100%; object-fit: cover; border-radius: 0 }
.cards .cover .fit-contain { object-fit: contain }
.cards .cover .fit-fill { object-fit: fill }
.cards > li > div:not(.cover) ~ div { color: var(--muted) }
.column-title { display: block; font-size: .75rem; font-weight: 600 }
.card-target { position: absolute; inset: 0; border-radius: var(--radius-large) }
.card-target:focus-visible { outline-offset: -2px }
.cards a:not(.card-target), .cards button { position: relative; z-index: 1 }
`;
