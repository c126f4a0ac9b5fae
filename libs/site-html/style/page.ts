/** What is around the content of a page. */
export const PAGE = `
:is(main, article) > .cover { display: block; width: 100%; height: clamp(8rem, 22vw, 16rem); margin-block-end: 2rem; object-fit: cover; border-radius: var(--radius-large) }
main > .cover.full { max-width: none; margin-block-start: -2.5rem; border-radius: 0 0 var(--radius-large) var(--radius-large) }
.opening { margin-block-end: 2.5rem }
.breadcrumbs { margin-block-end: .75rem }
.breadcrumbs ul { display: flex; flex-wrap: wrap; gap: .25rem .5rem }
.breadcrumbs li:not(:last-child)::after { content: "/" / ""; margin-inline-start: .5rem; color: var(--muted) }
.breadcrumbs a { font-weight: 500 }
.heading { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: .75rem 1.5rem }
.heading h1 { flex: 1 1 60% }
h1 > :is(.emoji, .icon) { margin-inline-end: .375em }
h1 > .icon { width: .875em; height: .875em; vertical-align: -.09em; color: var(--primary-text) }
.lead { margin-block-start: .75rem; font-size: 1.125rem; line-height: 1.6; text-wrap: pretty }
.tags { display: flex; flex-wrap: wrap; gap: .375rem; margin-block-start: 1rem }
.actions { display: flex; flex: none; margin-block-start: .25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--page); font-size: .8125rem; font-weight: 500 }
.actions > a, .actions > button, .actions > form button { display: flex; align-items: center; gap: .4375rem; padding: .3125rem .625rem; border: 0; background: none; border-radius: var(--radius); color: var(--text) }
.actions > button { padding-inline: .5rem; border-inline-start: 1px solid var(--line); border-start-start-radius: 0; border-end-start-radius: 0 }
.end-of-page { display: grid; gap: 1.5rem; margin-block-start: 4rem }
.pagination { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
.pagination > * { padding: .875rem 1.125rem; font-weight: 550; line-height: 1.4; min-width: 0 }
@media (width < 40rem) { .pagination > * { padding: .75rem .875rem; font-size: .9375rem } }
.pagination a { color: var(--primary-text) }
.pagination small { display: block; font-weight: 400 }
.pagination [rel="next"] { grid-column: 2; text-align: end }
.feedback { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--line) }
.feedback p { margin-inline-end: .5rem }
.feedback button { padding: .375rem; font-size: 1.125rem }
.feedback button:hover, .feedback [aria-pressed="true"] { background: var(--primary-soft); color: var(--primary-text) }
.facts { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1.5rem }
.facts a { display: flex; align-items: center; gap: .4rem }
`;
