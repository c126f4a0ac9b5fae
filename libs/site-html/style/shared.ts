/** What several things have in common. Lists, not `:is()`: each selector keeps its own weight, so that others follow. */
export const SHARED = `
.menu, .note, .code, .framed figure, .file, .embed, .ref, .table, .cards > li, .api, .integration, .expandable, .prompt, .pagination > *, .answer, .search-dialog { border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--page); color: var(--text) }
.search input, .table-search input, .code .copy, .search-field .close { border: 1px solid var(--line); border-radius: var(--radius); background: var(--subtle); font-size: .9375rem }
.extras :is(a, button):not(.button), .social a, .sections :is(a, button), .tabs > label, .tree :is(a, p), .outline a, .foot, .facts, .copy, .unfold-label, figcaption, .code .title, .size, .provider, .description, .update > header, .lead, .hits p, .search-dialog :is(p, .path, .text, .search-more, .close), .table th, .table-nothing, .column-title, .missing, .expression, .cut, blockquote, .note-line, .feedback :is(p, button), .search button, .menu .sign, .menu-title { color: var(--muted) }
.tree, .outline, .foot, .facts, .feedback, .code, figcaption, .size, .provider, .description, .breadcrumbs, .path, .source, .preview, .announcement, .table-nothing, .update > header { font-size: .875rem; line-height: 1.5 }
.extras :is(a, button):not(.button):hover, .social a:hover, .sections :is(a, button):hover, .tabs > label:hover, .tree a:hover, .outline a:hover, .foot a:hover, .facts a:hover, .copy:hover, .unfold-label:hover { color: var(--text) }
a.file:hover, a.embed:hover, a.ref:hover, .pagination a:hover, .body .cards > li:has(> .card-target):hover { border-color: var(--primary-text) }
.menu :is(a, button):hover, .tree a:hover, .actions > :hover, summary:hover { background: var(--subtle) }
.breadcrumbs a:hover, .foot a:hover, .facts a:hover, .hits a:hover { text-decoration: underline }
.facts a, .foot a, .hint a:not(.button), .announcement a, .preview a { color: inherit }
.tree .parent > a::after, a.ref::after, details > summary::after { content: ""; flex: none; align-self: center; width: .4375rem; height: .4375rem; margin-inline: auto .125rem; border: solid; border-width: 1.5px 1.5px 0 0; transform: rotate(45deg); color: var(--muted) }
[dir="rtl"] .tree .parent > a::after, [dir="rtl"] a.ref::after { transform: rotate(-135deg) }
details > summary::after, .tree .open > a[href]::after { transform: rotate(135deg) }
details[open] > summary::after { transform: rotate(-45deg) }
.actions, .file, .embed, .ref, .cards > li, .button { box-shadow: var(--shadow) }
.menu, .note, .search-dialog { box-shadow: var(--shadow-large) }
`;
