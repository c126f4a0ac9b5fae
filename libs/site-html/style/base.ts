/** What everything rests on: modes, texts, links, and what is only for screen readers or the keyboard. */
export const BASE = `
* { box-sizing: border-box }
:where(:not(math *)) { margin: 0; padding: 0 }
:root {
  color-scheme: light dark;
  --primary-soft: color-mix(in srgb, var(--primary) 12%, var(--page));
  --info-soft: color-mix(in srgb, var(--info) 12%, var(--page));
  --success-soft: color-mix(in srgb, var(--success) 12%, var(--page));
  --warning-soft: color-mix(in srgb, var(--warning) 12%, var(--page));
  --danger-soft: color-mix(in srgb, var(--danger) 12%, var(--page));
  --radius: .5rem;
  --radius-large: .75rem;
  --shadow: 0 1px 2px #0f172a14;
  --shadow-large: 0 .75rem 2rem #0f172a29, 0 .125rem .5rem #0f172a14;
  --measure: 46rem;
  --top: 3.75rem;
  --space: 1.25rem;
  scroll-padding-block-start: calc(var(--top) + 1.5rem);
  scrollbar-gutter: stable;
  accent-color: var(--primary);
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
:root:has(.with-sections) { --top: 6.5rem }
[data-theme="light"] { color-scheme: light }
[data-theme="dark"] { color-scheme: dark }
body {
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.7 var(--font);
  -webkit-font-smoothing: antialiased;
  overflow-wrap: break-word;
}
h1, h2, h3, h4 { font-family: var(--font-heading, var(--font)); line-height: 1.25; letter-spacing: -.015em; text-wrap: balance }
h1 { font-size: clamp(1.875rem, 1.5rem + 1.6vw, 2.375rem); line-height: 1.15; letter-spacing: -.025em }
h2 { font-size: 1.5rem }
h3 { font-size: 1.1875rem }
h4 { font-size: 1rem }
a { color: var(--primary-text); text-decoration: none; text-underline-offset: .2em; text-decoration-thickness: 1px }
ul, ol { list-style: none }
button, input { font: inherit; color: inherit }
button, label, summary { cursor: pointer }
small { font-size: .8125rem; color: var(--muted) }
img, svg, iframe { max-width: 100% }
img { height: auto; vertical-align: middle }
code, kbd, pre { font-family: var(--mono) }
:focus-visible { outline: 2px solid var(--primary-text); outline-offset: 2px; border-radius: 4px }
main:focus { outline: 0 }
::selection { background: color-mix(in srgb, var(--primary) 28%, transparent) }
mark { background: var(--warning-soft); color: inherit; border-radius: 3px }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.icon, .sign { flex: none; width: 1.125em; height: 1.125em; vertical-align: -.18em }
.icon { fill: currentColor }
.sign { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round }
.to-more .sign { stroke-width: 3 }
.plain { display: inline-flex; align-items: center; gap: .4rem; border: 0; background: none; border-radius: var(--radius) }
.skip { position: fixed; z-index: 9; inset: .5rem auto auto .5rem; padding: .5rem 1rem; border-radius: var(--radius); background: var(--text); color: var(--page); transform: translateY(-200%) }
.skip:focus { transform: none }
.button { display: inline-flex; align-items: center; vertical-align: middle; gap: .5em; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--page); color: var(--text); font-weight: 550; line-height: 1.5 }
.button.primary { border-color: transparent; background: var(--primary); color: var(--on-primary) }
.button.small { padding: .25rem .75rem; font-size: .875rem }
.button.large { padding: .75rem 1.5rem; font-size: 1.0625rem }
:is(a, label, button).button:hover { border-color: var(--muted) }
:is(a, label, button).primary:hover { filter: brightness(1.08) }
.tag, .option { display: inline-flex; align-items: center; gap: .3em; padding: .0625rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 500; line-height: 1.6; color: inherit }
`;
