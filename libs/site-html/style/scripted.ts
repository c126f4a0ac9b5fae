/** The dialog that searches, which a script adds. */
export const DIALOG = `
.search-dialog { width: min(40rem, calc(100vw - 2rem)); max-height: min(38rem, calc(100dvh - 2rem)); margin: min(12vh, 6rem) auto auto; overflow: hidden }
.search-dialog[open] { display: flex; flex-direction: column }
.search-dialog::backdrop { background: #0f172a80 }
html:has(.search-dialog[open]) { overflow: hidden }
.search-field { display: flex; align-items: center; gap: .5rem; padding: .5rem .75rem; border-block-end: 1px solid var(--line) }
.search-field input { flex: 1; min-width: 0; height: 2.5rem; padding-inline: .5rem; border: 0; outline: 0; background: none; font-size: 1.0625rem }
.search-field .close { padding: .25rem .625rem; font-size: .8125rem }
.search-status:not(.sr) { padding: 1.25rem }
.search-hits { flex: 1; overflow: auto; padding: .375rem; scrollbar-width: thin }
.search-hits:empty { display: none }
.search-hits a { display: block; padding: .5rem .75rem; border-radius: var(--radius); color: var(--text) }
.search-hits a[aria-selected="true"] { background: var(--primary-soft); box-shadow: inset 2px 0 var(--primary-text) }
[dir="rtl"] .search-hits a[aria-selected="true"] { box-shadow: inset -2px 0 var(--primary-text) }
.search-hits span { display: block; overflow-wrap: anywhere }
.search-hits :is(.path, .text) { font-size: .8125rem }
.search-hits .title { font-weight: 600 }
.search-hits mark { color: var(--text) }
.search-more { padding: .625rem 1.125rem; border-block-start: 1px solid var(--line); font-size: .875rem }
.search-ask { padding: .625rem 1.125rem; border: 0; border-block-end: 1px solid var(--line); background: none; color: var(--primary-text); font-size: .875rem; text-align: start; overflow-wrap: anywhere }
.search-answer { flex: 1; overflow: auto; padding: 1.25rem }
.search-answer .answer { margin: 0; padding: 0; border: 0 }
.search-keys { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .5rem 1.125rem; border-block-start: 1px solid var(--line); background: var(--subtle); font-size: .75rem }
@media (hover: none) { .search-keys { display: none } }
`;
