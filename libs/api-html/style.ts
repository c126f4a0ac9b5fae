/**
 * What API pages look like: a style sheet besides that of the page, whose custom properties it uses. Rules are within
 * the two sections, so that they count more than those for texts.
 */
const STYLE = `
.api-page main > :is(article, .end-of-page) { max-width: 80rem }
.api-page .body > * { margin-inline: 0 }
main > article > .body > .outside:has(> .api-operation) { max-width: none }
.api-operation { container-type: inline-size }
:is(.api-operation, .api-schemas)[class] {
  font-size: .9375rem;
  line-height: 1.6;
  & > * + *, .api-top > * + * { margin-block-start: 1rem }
  .api-top { max-width: var(--measure) }
  .api-title { margin: 0 }
  .api-heading { margin: 0 0 .25rem; padding-block-end: .5rem; border-block-end: 1px solid var(--line); font-size: 1.0625rem }
  .api-description { font-size: 1rem }
  .api-description > * + *, .api-text > * + * { margin-block-start: .75rem }
  .api-columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem }
  .api-facts > * + * { margin-block-start: 2rem }
  .api-samples { display: grid; grid-auto-rows: max-content; gap: 1rem; align-content: start; min-width: 0 }
  .api-address { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem .625rem }
  .api-method, .api-status { display: inline-block; padding: .0625rem .5rem; border-radius: .375rem; background: var(--subtle); color: var(--text); font: 700 .75rem/1.6 var(--mono); letter-spacing: .02em }
  .api-get, .api-head, .api-query, .api-3xx, .api-1xx { background: var(--info-soft); color: var(--info-text) }
  .api-post, .api-2xx { background: var(--success-soft); color: var(--success-text) }
  .api-put, .api-patch, .api-4xx { background: var(--warning-soft); color: var(--warning-text) }
  .api-delete, .api-5xx { background: var(--danger-soft); color: var(--danger-text) }
  .api-path { padding: 0; border: 0; background: none; font-size: .9375rem; overflow-wrap: anywhere; i { color: var(--primary-text); font-style: normal } }
  :is(.api-required, .api-deprecated, .api-experimental, .api-flag) { font-size: .8125rem; font-weight: 550 }
  .api-required { color: var(--danger-text) }
  .api-flag { color: var(--muted) }
  :is(.api-deprecated, .api-experimental) { padding: .0625rem .5rem; border-radius: 1rem; background: var(--warning-soft); color: var(--warning-text); line-height: 1.5 }
  .api-experimental { background: var(--info-soft); color: var(--info-text) }
  .api-rows, .api-choices { margin: 0; padding: 0; list-style: none }
  .api-row { margin: 0; padding-block: .75rem }
  .api-row + .api-row { border-block-start: 1px solid var(--line) }
  .api-body > .api-heading { margin-block-end: .75rem }
  .api-server + .api-text, .api-security > .api-choice { margin-block-start: .25rem }
  .api-body > * + * { margin-block-start: .5rem }
  .api-row > * + *, .api-within > * + * { margin-block-start: .375rem }
  .api-line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .625rem; margin: 0 }
  .api-name { padding: 0; border: 0; background: none; font: 600 .8438rem/1.6 var(--mono); overflow-wrap: anywhere }
  .api-any { color: var(--muted); font-weight: 500 }
  .api-type { color: var(--muted); font: .8125rem/1.6 var(--mono); overflow-wrap: anywhere; i { font-style: normal; opacity: .9 } }
  .api-text { color: var(--text) }
  .api-row :is(.api-text, .api-limits, .api-values) { font-size: .875rem }
  .api-limits { display: flex; flex-wrap: wrap; gap: .25rem 1.125rem; margin: 0; padding: 0; list-style: none; color: var(--muted); font-size: .875rem; li { margin: 0 } }
  :is(.api-limits, .api-values, .api-text, .api-by, .api-server, .api-server-list, .api-servers > summary, .api-tab-label) code, code.api-by { padding: .0625rem .3125rem; border: 1px solid var(--line); border-radius: .3125rem; background: var(--subtle); color: var(--text); font-size: .8125rem; overflow-wrap: anywhere }
  .api-text pre code { padding: 0; border: 0; background: none }
  .api-values { margin: 0; color: var(--muted); font-size: .875rem; line-height: 1.9 }
  .api-choice { margin-block: .75rem .25rem; color: var(--muted); font-size: .8125rem; font-weight: 600 }
  .api-again, .api-cut { color: var(--muted); font-size: .8125rem }
  .api-schema > :not(.api-rows) + * { margin-block-start: .375rem }
  summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .5rem; list-style: none; border-radius: .375rem }
  summary::after { content: none }
  summary::-webkit-details-marker { display: none }
  summary::before { content: ""; flex: none; align-self: center; width: .375rem; height: .375rem; margin-inline: .125rem .125rem; border: solid var(--muted); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg) }
  [dir="rtl"] & summary::before { transform: rotate(135deg) }
  details[open] > summary::before { transform: rotate(45deg) }
  .api-within { border: 1px solid var(--line); border-radius: var(--radius); & > summary { display: inline-flex; padding: .1875rem .625rem; color: var(--muted); font-size: .8125rem; font-weight: 550 } & > summary:hover { color: var(--text) } }
  .api-within:not([open]) { width: fit-content; border-radius: 1rem }
  .api-within[open] > summary { display: flex; padding-block: .375rem; border-block-end: 1px solid var(--line); border-radius: 0 }
  .api-within[open] > :not(summary) { margin-inline: .875rem }
  .api-within .api-name { color: var(--text) }
  .api-choices > li { margin: 0 }
  .api-choices > li + li { margin-block-start: .5rem }
  .api-more > summary { color: var(--muted); font-size: .8125rem }
  .api-response { margin: 0; padding: .625rem 0; border-block-end: 1px solid var(--line); & > summary { align-items: center } & > :not(summary, .api-status, .api-reason) { margin-block-start: .75rem } }
  p.api-response { display: flex; gap: .5rem; padding-inline-start: 1.125rem }
  .api-reason { min-width: 0; color: var(--muted) }
  .api-tabs { display: flex; flex-wrap: wrap; gap: 0 .25rem }
  .api-tabs > input { position: absolute; opacity: 0; pointer-events: none }
  .api-tabs > label { padding: .25rem .5rem; border-radius: .375rem; color: var(--muted); font-size: .8125rem; font-weight: 550 }
  .api-tabs > label code { padding: 0; border: 0; background: none; color: inherit; font-size: inherit }
  .api-tabs > label:hover { color: var(--text) }
  .api-tabs > :checked + label { background: var(--primary-soft); color: var(--primary-text) }
  .api-tabs > :focus-visible + label { outline: 2px solid var(--primary-text); outline-offset: 1px }
  .api-tab { display: none; order: 1; flex: 0 0 100%; min-width: 0; padding-block-start: .5rem }
  .api-tabs > :checked + label + .api-tab { display: block }
  .api-tab-label { margin: 0; font-size: .8125rem }
  .api-panel { border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--subtle); overflow: hidden; .code { border: 0; border-radius: 0; background: none; font-size: .8125rem } .code pre { max-height: min(28rem, 70vh) } .api-tabs { padding: 0 .5rem } .api-tabs .api-tabs { padding: 0 } .api-tab { margin-inline: -.5rem; width: calc(100% + 1rem); flex-basis: calc(100% + 1rem); border-block-start: 1px solid var(--line); margin-block-start: .375rem; padding: 0 } .api-tab .api-tabs { padding: .375rem .5rem 0 } .api-tab-label { padding: 0 1rem .375rem } .api-text { padding: .5rem 1rem } }
  .api-try { & > summary { padding: .5rem .875rem; font-size: .875rem; font-weight: 600 } &[open] > summary { border-block-end: 1px solid var(--line); border-radius: 0 } }
  .api-form { display: grid; gap: .75rem; padding: .875rem; background: var(--page) }
  .api-field { display: grid; gap: .25rem; label { font-size: .8125rem; font-weight: 550 } label code { padding: 0; border: 0; background: none; font-size: .8125rem } :is(input, select, textarea) { width: 100%; min-width: 0; padding: .375rem .5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--page); color: var(--text); font: .8125rem/1.5 var(--mono) } textarea { resize: vertical } }
  :is(.api-sent, .api-state) { margin: 0; color: var(--muted); font-size: .8125rem }
  .api-state:empty { display: none }
  .api-send { justify-self: start; padding: .375rem 1.125rem; border-radius: var(--radius); background: var(--primary); color: var(--on-primary, #fff); font-size: .875rem; font-weight: 600; &[aria-disabled] { opacity: .6 } }
  .api-answer { display: grid; gap: .5rem; min-width: 0; padding-block-start: .75rem; border-block-start: 1px solid var(--line); pre { margin: 0; max-height: 26rem; padding: .75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--subtle); overflow: auto; font: .8125rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere } .api-within pre { border: 0 } }
  .api-panel-title { margin: 0; padding: .5rem 1rem .375rem; color: var(--muted); font-size: .8125rem; font-weight: 600 }
  .api-servers { border: 1px solid var(--line); border-radius: var(--radius); & > summary { padding: .5rem .875rem; font-size: .875rem } }
  .api-servers[open] > summary { border-block-end: 1px solid var(--line); border-radius: 0 }
  .api-server { font-size: .875rem }
  .api-server-list { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .375rem .625rem; align-items: center; padding: .75rem .875rem; & > :is(p, label:not(input + label)) { grid-column: 1 / -1 } & > input:not(:checked) + label + .api-variables { display: none } }
  .api-variables { grid-column: 1 / -1; display: grid; gap: .25rem; padding-inline-start: 1.5rem; font-size: .875rem; :is(select, input) { max-width: 20rem; padding: .25rem .5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--page); color: var(--text); font: .875rem var(--mono) } }
  .api-variables:empty { display: none }
  .api-apply { margin: 0 .875rem .875rem; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--page); font-size: .875rem; font-weight: 550 }
  .api-model { border: 1px solid var(--line); border-radius: var(--radius-large); & > summary { padding: .75rem 1rem } & > .api-schema { padding: 0 1rem .75rem } }
  section.api-model { border: 0; & > .api-schema { padding: 0 } }
  .api-model + .api-model { margin-block-start: .625rem }
}
@container (width >= 46rem) {
  .api-operation[class] .api-columns { grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); gap: 2.5rem }
  .api-operation[class] .api-samples { position: sticky; inset-block-start: calc(var(--top, 0px) + 1.5rem); max-height: calc(100vh - var(--top, 0px) - 3rem); overflow: auto; scrollbar-width: thin }
  .api-operation[class] .api-samples .code pre { max-height: min(22rem, 40vh) }
}
@media print {
  .api-operation[class] .api-tabs > .api-tab { display: block }
}
`;

/** The style sheet of API pages, without the spaces that only people need. */
export const API_STYLE = STYLE.replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replace(/: /g, ':')
  .replace(/;?\}/g, '}')
  .trim();
