/** The columns of a page: the tree, what is read, the outline; and the end of every page. */
export const FRAME = `
.frame { display: grid; grid-template-columns: minmax(0, 1fr); flex: 1; width: 100%; max-width: 90rem; margin-inline: auto }
main { padding: 2rem 1.25rem 4rem; min-width: 0 }
main > * { max-width: var(--measure); margin-inline: auto }
.tree { scroll-padding-block: 30vh }
.tree a, .tree p { display: flex; gap: .5rem; padding: .3125rem .75rem; border-radius: var(--radius) }
.tree a span { min-width: 0 }
.tree .icon { margin-block-start: .1875em }
.tree .emoji { flex: none }
.tree .group > :is(a, p) { padding-block: .25rem; color: var(--text); font-weight: 600; font-size: .8125rem }
.tree .group:not(:first-child) { margin-block-start: 1.5rem }
.tree ul ul { margin-inline-start: 1.125rem; padding-inline-start: .5rem; border-inline-start: 1px solid var(--line) }
.tree .group > ul { margin: 0; padding: 0; border: 0 }
.tree [aria-current] { background: var(--primary-soft); color: var(--primary-text); font-weight: 600; scroll-initial-target: nearest }
.tree .all-pages { margin-block-start: 1rem; padding-inline: 0; border-block-start: 1px solid var(--line); border-radius: 0; padding-block-start: .75rem }
.tree .all-pages a { flex: 1 }
.outline { display: none }
.outline p { margin-block-end: .5rem; font-weight: 600 }
.outline ul { border-inline-start: 1px solid var(--line) }
.outline a { display: block; padding: .25rem 1rem; margin-inline-start: -1px; border-inline-start: 1px solid transparent }
.outline [aria-current] { color: var(--primary-text); border-color: currentColor }
.outline .level-2 a { padding-inline-start: 1.75rem }
.outline .level-3 a { padding-inline-start: 2.5rem }
.foot { border-block-start: 1px solid var(--line) }
.foot > div { max-width: 90rem; margin-inline: auto; padding: 2rem 1.5rem }
.foot .groups { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 2rem }
.foot .groups p { margin-block-end: .5rem; font-weight: 600; color: var(--text) }
.foot .groups li { padding-block: .1875rem }
.foot .small { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding-block: 1.25rem }
.foot .groups + .small { border-block-start: 1px solid var(--line) }
.foot .small > :first-child { margin-inline-end: auto }
.foot .social { margin-inline: -.375rem }
@media (width < 64rem) {
  .tree { position: fixed; inset: 0 auto 0 0; width: min(20rem, 85vw); height: 100dvh; max-height: none; padding: 1rem .75rem; border: 0; border-inline-end: 1px solid var(--line); background: var(--page); color: var(--text); box-shadow: var(--shadow-large); overflow: auto; font-size: .9375rem }
  [dir="rtl"] .tree { inset: 0 0 0 auto }
  .tree > .close { position: sticky; z-index: 1; inset-block-start: 0; float: inline-end; padding: .5rem; background: var(--page); font-size: 1.125rem }
  .tree > ul { clear: both }
  .tree::backdrop { background: #0006 }
}
@media (width >= 64rem) {
  .frame { grid-template-columns: 18rem minmax(0, 1fr) }
  .frame.no-tree { grid-template-columns: minmax(0, 1fr) }
  .tree { display: block; position: sticky; inset: var(--top) auto auto; width: auto; height: calc(100vh - var(--top)); margin: 0; padding: 1.75rem 1rem 3rem; border: 0; background: none; color: inherit; overflow: auto; scrollbar-width: thin; scrollbar-color: var(--line) transparent }
  .tree > .close { display: none }
  main { padding: 2.5rem 3rem 5rem }
  .frame.wide main { --measure: 72rem }
}
@media (width >= 80rem) {
  .frame { grid-template-columns: 18rem minmax(0, 1fr) 16rem }
  .frame.no-outline { grid-template-columns: 18rem minmax(0, 1fr) }
  .frame.no-tree { grid-template-columns: minmax(0, 1fr) 16rem }
  .frame.no-tree.no-outline { grid-template-columns: minmax(0, 1fr) }
  .outline { display: block; position: sticky; inset-block-start: var(--top); max-height: calc(100vh - var(--top)); padding: 2.75rem 1.5rem 3rem 0; overflow: auto; scrollbar-width: thin }
  [dir="rtl"] .outline { padding-inline: 0 1.5rem }
}
`;
