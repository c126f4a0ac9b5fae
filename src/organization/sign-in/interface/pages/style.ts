/** The look of all pages: system fonts, one accent, light and dark, from 320 pixels up. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f2; --card: #ffffff; --text: #1d1f23; --soft: #5a5f69; --line: #d5d3cc; --edge: #85888f;
  --accent: #1f5fbf; --on-accent: #ffffff; --bad: #a8201a; --bad-ground: #fdecea; --good: #1b6b3a; --good-ground: #e6f4ea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171b; --card: #1e2126; --text: #eceef1; --soft: #a9afba; --line: #343941; --edge: #7b828d;
    --accent: #8ab4f8; --on-accent: #10213d; --bad: #ffb4ab; --bad-ground: #4a1f1c; --good: #9fdcb4; --good-ground: #173823;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  max-width: 48rem; margin: 0 auto; padding: 1rem 1.25rem; }
.brand { color: var(--text); font-size: 1.25rem; font-weight: 700; letter-spacing: -.01em; text-decoration: none; }
.who { display: flex; gap: .75rem; align-items: center; min-width: 0; }
.who .name { color: var(--soft); }
main { margin: 0 auto; padding: .5rem 1.25rem 4rem; }
.narrow { max-width: 26rem; padding-top: 6vh; }
.wide { max-width: 48rem; }
h1 { margin: 0 0 1.25rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 0 0 .35rem; font-size: 1.2rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
.card { margin: 0 0 1.25rem; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.card > :last-child, .card form > :last-child { margin-bottom: 0; }
.lead, .hint, .meta { color: var(--soft); }
.hint, .meta { margin: 0 0 .35rem; font-size: .9rem; }
.field { margin: 0 0 1.1rem; }
label { display: block; margin: 0 0 .3rem; font-weight: 600; }
input, select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--card); color: var(--text); font: inherit; }
input[readonly] { background: var(--ground); color: var(--soft); }
input[aria-invalid] { border-color: var(--bad); border-width: 2px; }
.error { margin: .35rem 0 0; color: var(--bad); font-size: .9rem; font-weight: 600; }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.1rem; border: 1px solid var(--accent);
  border-radius: .5rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600;
  line-height: 1.6rem; text-align: center; white-space: nowrap; text-decoration: none; cursor: pointer; }
button.quiet { border-color: var(--edge); background: transparent; color: var(--text); font-weight: 500; }
button.danger { border-color: var(--bad); background: transparent; color: var(--bad); font-weight: 500; }
.narrow button { width: 100%; }
button:hover, .button:hover { filter: brightness(.93); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.ways { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; margin: 1.25rem 0 0; }
.note { margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid; border-radius: .5rem; }
.bad { background: var(--bad-ground); color: var(--bad); }
.good { background: var(--good-ground); color: var(--good); }
.list { margin: 1rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.list li { display: flex; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .75rem 0;
  border-bottom: 1px solid var(--line); }
.list li > div { min-width: 0; }
h2 + .meta { margin-bottom: 1rem; }
.list .meta { margin: 0; }
.list strong { font-weight: 600; }
.note > :last-child, .card > .list:last-child { margin-bottom: 0; }
.list form { flex: none; }
.secret { display: block; margin: .5rem 0; padding: .75rem 1rem; border: 1px dashed var(--good); border-radius: .5rem;
  background: var(--card); color: var(--text); font: .95rem/1.5 ui-monospace, monospace; user-select: all; }
.pair { display: grid; gap: 0 1rem; grid-template-columns: 2fr 1fr; }
@media (max-width: 34rem) {
  .pair { grid-template-columns: 1fr; }
  .card { padding: 1.1rem; }
  .narrow { padding-top: 1rem; }
}
`;

/** Where the style is served. */
export const STYLE_ADDRESS = '/pages/style.css';
