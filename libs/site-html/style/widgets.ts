/** What scripts add to blocks: the field of a table, the frame of an embed. */
export const WIDGETS = `
.table-search { position: sticky; inset-inline-start: 0; display: block; height: 3.375rem; padding: .5rem }
.table-search input { width: min(100%, 20rem); height: 2.375rem; padding-inline: .75rem }
@media (scripting: enabled) { .table[data-search]:not(.searchable) { padding-block-start: 3.375rem } }
.table-nothing:not(:empty) { padding: .75rem 1rem }
.embed-frame:not([height]) { height: auto; aspect-ratio: 16 / 9 }
.embed-frame { display: block; width: 100%; border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--subtle) }
`;
