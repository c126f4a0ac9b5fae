/** Panels of which one is shown. */
export const TABS = `
.tabs { display: flex; flex-wrap: wrap; column-gap: 1.25rem }
.tabs::after { content: ""; flex: 0 0 100%; height: 1px; margin-block-start: -1px; background: var(--line) }
.tabs > input { position: absolute; opacity: 0; pointer-events: none }
.tabs > label { position: relative; z-index: 1; padding-block: .5rem; border-block-end: 2px solid transparent; font-size: .9375rem; font-weight: 550; scroll-margin-block-start: 6rem }
.tabs > label .icon { margin-inline-end: .375em }
.tabs > :checked + label { color: var(--primary-text); border-color: currentColor }
.tabs > :focus-visible + label { outline: 2px solid var(--primary-text); border-radius: 4px }
.tab { display: none; order: 1; flex: 0 0 100%; min-width: 0; padding-block-start: 1rem }
.tabs > :checked + label + .tab { display: block }
@media print {
  .tab { display: block; order: 0; padding-block: .5rem 1rem }
  .tabs { display: block }
  .tabs::after { display: none }
}
`;

/** What is done one after the other. */
export const STEPS = `
.stepper { counter-reset: step }
.body .stepper > li { position: relative; margin: 0; padding-inline-start: 3.25rem; padding-block-end: 2rem }
.body .stepper > li:last-child { padding-block-end: 0 }
.stepper > li::before { content: counter(step); counter-increment: step; position: absolute; z-index: 1; inset-inline-start: 0; inset-block-start: 0; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; background: var(--primary-soft); color: var(--primary-text); font-size: .875rem; font-weight: 650 }
.stepper > li:not(:last-child)::after { content: ""; position: absolute; inset-inline-start: calc(1rem - .5px); inset-block: 2.5rem .5rem; width: 1px; background: var(--line) }
.stepper > li:has(> .icon)::before { content: "" }
.stepper > li > .icon { position: absolute; z-index: 2; inset-inline-start: .5rem; inset-block-start: .5rem; width: 1rem; height: 1rem; color: var(--primary-text) }
.stepper > li > div { padding-block-start: .125rem; min-width: 0 }
.body .stepper > li > div > :is(h2, h3, h4):first-child { font-size: 1.125rem; line-height: 1.6; margin-block-end: .25rem }
`;

/** Blocks side by side. */
export const COLUMNS = `
.columns { display: flex; gap: 1.5rem 2rem }
.column { flex: var(--w, 6) 1 0; min-width: 0 }
.body .column[class] { width: auto }
@media (width < 40rem) { .columns { flex-direction: column } .body .column[class] { flex: none; width: 100%; align-self: auto } }
`;

/** What opens where it is: answers to questions, and texts for assistants. */
export const OPENING = `
.expandable > summary, .prompt > summary { display: flex; align-items: center; gap: .625rem; padding: .75rem 1.125rem; border-radius: var(--radius-large); font-weight: 550; list-style: none }
.expandable > summary::-webkit-details-marker, .prompt > summary::-webkit-details-marker { display: none }
.expandable > div, .prompt[open] > :not(summary) { padding: .25rem 1.125rem 1.125rem }
.prompt > .code { border-width: 1px 0 0; border-radius: 0 0 var(--radius-large) var(--radius-large); padding: 0 }
.prompt > summary > .icon { color: var(--primary-text) }
.prompt.partial:not([open])::details-content { content-visibility: visible; height: 6rem; overflow: hidden; mask: linear-gradient(#000, #0000) }
`;

/** What changed, with its dates. */
export const UPDATES = `
.updates > .update + .update { margin-block-start: 2.5rem; padding-block-start: 2.5rem; border-block-start: 1px solid var(--line) }
.update > header { display: flex; flex-wrap: wrap; gap: .375rem .5rem; align-items: center; margin-block-end: 1rem }
.update > header > :is(time, .date) { flex-basis: 100%; font-weight: 600 }
@media (width >= 48rem) {
  .update { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 1.5rem }
  .update > header { position: sticky; inset-block-start: calc(var(--top) + 1rem); align-self: start; margin: 0 }
}
`;
