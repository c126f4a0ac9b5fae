/** Blocks of code. */
export const CODE = `
.code { position: relative; display: flex; flex-direction: column; background: var(--subtle); overflow: hidden }
.code .title { padding: .5rem 1rem; border-block-end: 1px solid var(--line); font: 500 .8125rem/1.5 var(--mono) }
.code pre { padding: .875rem 1rem; overflow: auto; line-height: 1.65; tab-size: 4; scrollbar-width: thin; direction: ltr; text-align: left }
.code pre:focus-visible { outline-offset: -2px; border-radius: var(--radius-large) }
.code pre code { display: block; width: max-content; min-width: 100% }
.code.wrap pre code { width: auto; white-space: pre-wrap; overflow-wrap: anywhere }
.code .l { display: block; min-height: 1lh }
.code .on { margin-inline: -1rem; padding-inline: 1rem; background: color-mix(in srgb, var(--text) 6%, transparent); box-shadow: inset 2px 0 var(--primary-text) }
.numbered code { counter-reset: line }
.numbered .l::before { content: counter(line) / ""; counter-increment: line; display: inline-block; width: 2ch; margin-inline-end: 1.25rem; text-align: end; color: var(--muted); user-select: none }
.code .copy { position: absolute; z-index: 1; inset-block-start: .5rem; inset-inline-end: .5rem; padding: .125rem .5rem; background: var(--page); font-size: .75rem; opacity: 0 }
.code .title ~ .copy { inset-block-start: .3125rem }
.code:is(:hover, :focus-within) .copy, .copy:focus-visible { opacity: 1 }
@media (hover: none) { .code .copy { opacity: 1 } }
.unfold { position: absolute; opacity: 0; inset-block-end: 0 }
.unfold-label { order: 1; padding: .4375rem 1rem; border-block-start: 1px solid var(--line); text-align: center; font-size: .8125rem; font-weight: 500 }
.unfold:focus-visible + label { outline: 2px solid var(--primary-text); outline-offset: -3px }
.unfold:checked + label, .unfold:not(:checked) ~ pre .more { display: none }
.code :is(.e, .c) { font-style: italic }
.code .o { font-weight: 700 }
.code .copy.done { opacity: 1; color: var(--success-text) }
`;
