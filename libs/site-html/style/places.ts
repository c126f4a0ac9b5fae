/** Pages that are no documents: the one that searches, the list of all pages, and those instead of what is not there. */
export const PLACES = `
.search.own { max-width: var(--measure); margin-block-end: 2rem }
.search.own input { height: 3rem; font-size: 1.0625rem; padding-inline-start: 3rem }
.search.own button { width: 3rem }
.hits li { padding-block: 1.25rem; border-block-start: 1px solid var(--line) }
.hits a { font-size: 1.0625rem; font-weight: 600 }
.hits p { font-size: .9375rem }
.hits .path { font-size: .8125rem }
.hits mark { color: var(--text) }
.hits + p { margin-block-start: 1.5rem }
.ask { margin-block-end: 2rem }
.suggestions { display: flex; flex-wrap: wrap; gap: .5rem; margin-block-start: 1rem }
.answer { margin-block-end: 2rem; padding: 1.25rem 1.5rem }
.answer > h2 { font-size: 1rem; margin-block-end: .75rem }
.answer > h3 { font-size: .875rem; margin-block: 1rem .25rem }
.fault { padding-block: 12vh; text-align: center }
.fault .status { font-size: .9375rem; font-weight: 600; color: var(--primary-text) }
.fault > * + * { margin-block-start: .75rem }
.fault > .search.own { max-width: 28rem; margin: 2rem auto }
.listed { margin-block-end: 2rem }
.listed h2 { margin-block-end: .5rem; font-size: 1.125rem }
.listed h2 a { color: inherit }
.listed a:hover { text-decoration: underline }
.listed ul { columns: 16rem 3; column-gap: 2rem }
.listed li { padding-block: .1875rem; break-inside: avoid; font-size: .9375rem }
.parts { display: flex; justify-content: space-between; gap: 1rem }
.parts [rel="next"] { margin-inline-start: auto }
`;
