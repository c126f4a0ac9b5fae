/**
 * The top of every page, and the menus that open from buttons. What is in the bar is shown when all of it has arrived,
 * which is when something follows it: it would move otherwise.
 */
export const HEADER = `
.preview, .announcement { padding: .5rem 1rem; text-align: center; background: var(--info-soft) }
.preview a, .announcement a { font-weight: 600; text-decoration: underline }
.preview { background: var(--text); color: var(--page) }
.announcement.warning { background: var(--warning-soft) }
.announcement.danger { background: var(--danger-soft) }
.announcement.success { background: var(--success-soft) }
.top { position: sticky; z-index: 3; inset-block-start: 0; border-block-end: 1px solid var(--line); background: var(--page) }
.bar, .sections { max-width: 90rem; margin-inline: auto; padding-inline: 1.5rem }
.bar { display: flex; align-items: center; gap: .75rem; height: 3.75rem }
.home { display: flex; align-items: center; gap: .5rem; min-width: 0; font-weight: 650; font-size: 1.0625rem; letter-spacing: -.01em; color: inherit; white-space: nowrap; overflow: hidden }
.home span { overflow: hidden; text-overflow: ellipsis }
.top:not(:has(+ *)) .bar > :not(.home) { visibility: hidden }
.bar > nav { display: flex; align-items: center; gap: 1rem; margin-inline-start: auto }
.logo { max-height: 2rem; max-width: 12rem; width: auto; object-fit: contain }
.search { position: relative; display: flex; margin-inline: auto; width: 100%; max-width: 26rem }
.search.subtle { max-width: 14rem; margin-inline: auto 0 }
.search input { width: 100%; height: 2.375rem; padding-inline: 2.375rem .75rem; appearance: none }
.search input::placeholder { color: var(--muted); opacity: 1 }
.search input:hover { border-color: var(--muted) }
.search button { position: absolute; inset-block: 0; inset-inline-start: 0; justify-content: center; width: 2.375rem }
.extras, .extras > nav > ul { display: flex; align-items: center; gap: .25rem 1rem }
.variants { display: flex }
.extras { position: static; flex: none; border: 0; background: none; color: inherit; overflow: visible; font-size: .9375rem }
.extras :is(a, button) { white-space: nowrap }
.menu :is(a, button) { white-space: normal }
.to-more, .to-tree { flex: none; width: 2.375rem; height: 2.375rem; justify-content: center; font-size: 1.125rem }
.to-more { display: none }
.opens { font-size: .75em }
.menu, .note { inset: 4rem 1rem auto auto; min-width: 12rem; max-width: min(24rem, calc(100vw - 2rem)); max-height: 70vh; padding: .375rem; overflow: auto; font-size: .9375rem }
@supports (position-area: block-end) {
  .menu, .note { inset: auto; margin: .375rem 0; position-area: block-end span-inline-end; position-try-fallbacks: flip-inline, flip-block, flip-block flip-inline }
  .actions .menu { position-area: block-end span-inline-start }
}
.menu li > :is(a, p), .menu form button { display: flex; gap: .625rem; align-items: center; width: 100%; padding: .4375rem .625rem; border-radius: var(--radius) }
.menu :is(a[href], button):not([aria-current]) { color: var(--text) }
.menu [aria-current] { color: var(--primary-text); font-weight: 600 }
.menu small { display: block; line-height: 1.4; font-weight: 400 }
.menu-title { font-size: .75rem; font-weight: 600 }
.theme { display: flex; padding: .125rem; border: 1px solid var(--line); border-radius: 2rem }
.theme button { padding: .375rem; border-radius: 2rem; font-size: .8125rem }
.theme [aria-pressed="true"] { background: var(--subtle); color: var(--text); box-shadow: 0 0 0 1px var(--line) }
.social { display: flex; flex-wrap: wrap; gap: .25rem }
.social a { display: block; padding: .25rem .375rem }
.sections { overflow-x: auto; scrollbar-width: none }
.sections > ul { display: flex; gap: 1.5rem }
.sections :is(li > a, li > button):not(.menu *) { display: flex; align-items: center; gap: .4rem; height: 2.75rem; border-block-end: 2px solid transparent; border-radius: 0; font-size: .9375rem; font-weight: 500; white-space: nowrap }
.sections [aria-current]:not(.menu *) { color: var(--primary-text); border-color: var(--primary-text) }
@media (width < 64rem) {
  .bar, .sections { padding-inline: 1rem }
  .bar { gap: .25rem }
  .bar > .search { flex: none; width: 2.375rem; margin-inline: auto 0 }
  .bar > .search input { display: none }
  .bar > .search button { position: static; height: 2.375rem; color: inherit; font-size: 1.125rem }
  .to-more { display: flex }
  .extras:not(:popover-open) { display: none }
  .extras { position: fixed; inset: 3.5rem 1rem auto auto; flex-direction: column; align-items: stretch; min-width: 15rem; max-width: calc(100vw - 2rem); padding: 1rem; border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--page); color: var(--text); box-shadow: var(--shadow-large) }
  .extras > nav > ul { flex-direction: column; align-items: stretch; gap: .5rem }
  .extras .theme { justify-content: space-around }
}
@media (width >= 64rem) {
  .to-tree { display: none }
  .home { flex: 1 1 0 }
  .extras { flex: 1 1 auto; justify-content: flex-end }
  .home:has(+ .search.prominent) { flex: 0 1 auto; max-width: 40% }
  .search.prominent { flex: 0 1000 26rem; min-width: 9rem; margin-inline: .75rem auto }
}
@media (width >= 90rem) {
  .home:has(+ .search.prominent) { flex-basis: 18rem }
}
`;
