/** What blocks of integrations look like: a style sheet besides that of the page, whose custom properties it uses. */
const STYLE = `
.kit, .kit-fields, .kit-column, .kit-box, .kit-main, .kit-modal, .kit-field, .kit-question { display: grid; gap: .75rem; min-width: 0; grid-template-columns: minmax(0, 1fr) }
.kit-fields { border: 0 }
.kit-fields:disabled .button { opacity: .6 }
.kit-form { display: contents }
.kit-row { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem }
.kit-row > :is(.kit-part, .kit-card, .kit-column) { flex: 1 1 12rem }
.kit-row > .kit-card { align-self: stretch }
.kit-start { align-items: start; justify-items: start }
.kit-center { align-items: center; justify-items: center }
.kit-end { align-items: end; justify-items: end }
.kit-row:is(.kit-center) { justify-content: center }
.kit-row:is(.kit-end) { justify-content: end }
${[1, 2, 3, 4, 5, 6].map((share) => `.kit-grow-${share} { flex: ${share} 1 0% }`).join('\n')}
.kit hr { margin-block: .25rem }
.kit hr.kit-medium { margin-block: .75rem }
.kit hr.kit-large { margin-block: 1.5rem }
.kit-card { position: relative; display: flex; flex-wrap: wrap; align-items: flex-start; gap: .75rem 1rem; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--page); box-shadow: var(--shadow) }
.kit-card:has(> .kit-main > .kit-title > .kit-target:not(:disabled)):hover { border-color: var(--primary-text) }
.kit-card > .icon { margin-block-start: .3em; color: var(--muted) }
.kit-card > .kit-main { flex: 1 1 10rem; gap: .375rem }
.kit-card > .kit-buttons, .kit-card .kit-main > :not(.kit-title) { position: relative; z-index: 1 }
.kit-card .kit-main > :is(.kit-hint, p) { pointer-events: none; a { pointer-events: auto } }
.kit-card .kit-main > .kit-title { pointer-events: auto }
.kit-thumb { width: 2.5rem; height: 2.5rem; object-fit: cover }
.kit-title { font-weight: 600 }
.kit-target { border: 0; background: none; color: inherit; font-weight: inherit; text-align: start; text-decoration: none }
.kit-target::after { content: ""; position: absolute; inset: 0; border-radius: var(--radius-large) }
.kit-target:focus-visible { outline: 0 }
.kit-target:focus-visible::after { outline: 2px solid var(--primary-text); outline-offset: 2px }
.kit-hint, .kit-plain { color: var(--muted); font-size: .9375rem }
.kit-plain { white-space: pre-wrap; overflow-wrap: anywhere }
.kit-buttons { display: flex; flex-wrap: wrap; align-items: flex-start; gap: .5rem }
.kit .button { width: fit-content; max-width: 100%; padding: .375rem .875rem; font-size: .9375rem }
.kit .button.small, .kit-card > .kit-buttons .button { padding: .25rem .75rem; font-size: .875rem }
.kit .button:disabled { cursor: default; opacity: .6 }
.kit .kit-danger { border-color: transparent; background: var(--danger-soft); color: var(--danger-text) }
.kit-image { width: 100%; height: auto }
.kit .kit-inline { display: inline; height: 1.25em; width: auto; vertical-align: -.25em }
.kit-part > * + * { margin-block-start: .75rem }
.kit-part :is(h2, h3, h4) { margin: 0; font-size: 1.0625rem }
.kit-part > * + :is(h2, h3, h4) { margin-block-start: 1.25rem }
.kit-field { gap: .375rem; justify-items: start }
.kit-field > label, .kit-label { font-size: .9375rem; font-weight: 550 }
.kit-beside { grid-template-columns: auto 1fr; align-items: center }
.kit-beside > .kit-hint, .kit-beside > .button, .kit-beside > .kit-confirm { grid-column: 2 }
.kit-beside > label { font-weight: 450 }
.kit-text { width: min(100%, 28rem); padding: .5rem .75rem; border: 1px solid var(--muted); border-radius: var(--radius); background: var(--page); color: var(--text); font: inherit; font-size: .9375rem }
.kit-code { width: 100%; font-family: var(--mono); font-size: .875rem; line-height: 1.6 }
.kit-options { display: grid; gap: .25rem }
.kit-option { display: flex; gap: .5rem; align-items: baseline; font-size: .9375rem }
.kit-confirm[open] { flex-basis: 100% }
.kit-confirm > summary { list-style: none }
.kit-confirm > summary::after { content: none }
.kit-confirm > summary::-webkit-details-marker { display: none }
.kit-question { gap: .375rem; margin-block-start: .5rem; padding: .875rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--subtle); font-size: .9375rem }
@media (scripting: enabled) { .kit [data-apply] { display: none } }
.kit-modal { padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--page); box-shadow: var(--shadow) }
.kit-modal > .kit-row { justify-content: space-between }
.kit[aria-busy="true"], .kit-note[aria-busy="true"] { opacity: .6 }
.kit-note > * + * { margin-block-start: .5rem }
`;

/** As it is sent, without the spaces that only people need. */
export const BLOCK_STYLE = STYLE.replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replace(/: /g, ':')
  .replace(/ > /g, '>')
  .replace(/;?\}/g, '}')
  .trim();
