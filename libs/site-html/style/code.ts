/** Blocks of code. */
export const CODE = `
.code { position: relative; display: flex; flex-direction: column; background: var(--subtle); overflow: hidden }
.code .title { padding: .5rem 1rem; border-block-end: 1px solid var(--line); font: 500 .8125rem/1.5 var(--mono) }
.code pre { padding: .875rem 1rem; overflow: auto; line-height: 1.65; tab-size: 4; scrollbar-width: thin; direction: ltr; text-align: left }
.code pre:focus-visible { outline-offset: -2px; border-radius: var(--radius-large) }
.code pre code { display: block; width: max-content; min-width: 100% }
.code .copy { position: absolute; z-index: 1; inset: .5rem .5rem auto auto; padding: .125rem .5rem; background: var(--page); font-size: .75rem; opacity: 0 }
.code .title ~ .copy { inset-block-start: .3125rem }
[dir="rtl"] .code .title ~ .copy { inset-inline: auto .5rem }
.code:is(:hover, :focus-within) .copy, .copy:focus-visible { opacity: 1 }
@media (hover: none) { .code .copy { opacity: 1 } .code:not(.wrap) pre code { padding-right: 3.5rem } }
.code :is(.e, .c) { font-style: italic }
.code .o { font-weight: 700 }
.code .copy.done { opacity: 1; color: var(--success-text) }
`;

/** Code with lines of its own: numbered, highlighted, folded, wrapped. */
export const LINES = `
.code.wrap pre code { width: auto; white-space: pre-wrap; overflow-wrap: anywhere }
.code .l { display: block; min-height: 1lh }
.code .on { margin-inline: -1rem; padding-inline: 1rem; background: color-mix(in srgb, var(--text) 6%, transparent); box-shadow: inset 2px 0 var(--primary-text) }
.numbered code { counter-reset: line }
.numbered.wrap .l { padding-left: calc(2ch + 1.25rem); text-indent: calc(-2ch - 1.25rem) }
.numbered.wrap .on { padding-left: calc(2ch + 2.25rem) }
.numbered .l::before { content: counter(line) / ""; counter-increment: line; display: inline-block; width: 2ch; margin-right: 1.25rem; text-align: right; text-indent: 0; color: var(--muted); user-select: none }
.unfold { position: absolute; opacity: 0; inset-block-end: 0 }
.unfold-label { order: 1; padding: .4375rem 1rem; border-block-start: 1px solid var(--line); text-align: center; font-size: .8125rem; font-weight: 500 }
.unfold:focus-visible + label { outline: 2px solid var(--primary-text); outline-offset: -3px }
.unfold:checked, .unfold:checked + label, .unfold:not(:checked) ~ pre .more { display: none }
`;
