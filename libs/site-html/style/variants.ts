import type { IconStyle } from '../model.js';
import { codeStyle } from './code-style.js';
import { hasBar, type SiteLook } from './look.js';
import { tight } from './tight.js';

/** Themes; that of the bar at the top is `BAR`. */
const THEMES: Record<SiteLook['theme'], string> = {
  clean: '',
  bold: '',
  muted: 'body, .top { background: var(--subtle) }',
  gradient: 'body { background: linear-gradient(var(--primary-soft), var(--page) 32rem) no-repeat var(--page) }',
};

const CORNERS: Record<SiteLook['corners'], string> = {
  rounded: '',
  straight: ':root { --radius: 0; --radius-large: 0 }',
  circular: ':root { --radius: .875rem; --radius-large: 1.25rem }',
};

const DEPTHS: Record<SiteLook['depth'], string> = { subtle: '', flat: ':root { --shadow: none }' };

const LINKS: Record<SiteLook['links'], string> = {
  default: '',
  accent: `.body a:not([class]) { color: inherit; text-decoration-color: var(--primary-text); text-decoration-thickness: 2px }
.body a:not([class]):hover { text-decoration-thickness: 3px }`,
};

const LISTS: Record<SiteLook['sidebar']['list'], string> = {
  default: '',
  pill: '.tree a { border-radius: 2rem }',
  line: `.tree [aria-current] { background: none; border-radius: 0; box-shadow: inset 2px 0 var(--primary-text) }
[dir="rtl"] .tree [aria-current] { box-shadow: inset -2px 0 var(--primary-text) }`,
};

const SIDEBARS: Record<SiteLook['sidebar']['background'], string> = {
  default: '',
  filled: '@media (width >= 64rem) { .tree { background: var(--subtle) } }',
};

/** Shapes that are filled become lines, or lines around a lighter color. They are in squares of 512. */
const ICONS: Record<IconStyle, string> = {
  regular: '',
  solid: '',
  duotone: `.icon { fill: color-mix(in srgb, currentColor 35%, transparent); stroke: currentColor; stroke-width: 24; stroke-linejoin: round; overflow: visible }`,
  light: '.icon { fill: none; stroke: currentColor; stroke-width: 32; stroke-linejoin: round; overflow: visible }',
  thin: '.icon { fill: none; stroke: currentColor; stroke-width: 20; stroke-linejoin: round; overflow: visible }',
};

/** A bar in a color of its own. What opens from it has the colors of the page. */
const BAR = `
.top { background: var(--bar); color: var(--on-bar); border-color: transparent }
:root .top :is(a, .plain):not(.menu *, .button), .top .search input, .top .search input::placeholder { color: var(--on-bar) }
:root .top :is(.extras > nav, .sections) :is(a, .plain):not(.menu *, .button) { color: var(--bar-link) }
:root .top :is(a, .plain):not(.menu *, .button):hover { color: var(--on-bar) }
.top .sections [aria-current]:not(.menu *) { border-color: currentColor }
.top .search input { background: none; border-color: currentColor }
.top .theme [aria-pressed="true"] { background: none; box-shadow: 0 0 0 1.5px currentColor }
.top .theme { border-color: currentColor }
.top .button.primary { border-color: var(--on-bar) }
.top :focus-visible { outline-color: currentColor }
@media (width < 64rem) {
  :root .top .extras :is(a, .plain):not(.button) { color: var(--text) }
}
`;

/** No bar: what is in it is part of the page, and leaves with it. */
const NO_BAR = `
:root:root:root { --top: 0rem }
.top { position: static; border: 0; background: none }
`;

/** What a look has that is not usual: only the sheet of this look has it. */
export function variantStyle(look: SiteLook): string {
  const { theme, corners, depth, links, sidebar, icons, header } = look;
  const rules = [
    ...[THEMES[theme], CORNERS[corners], DEPTHS[depth], LINKS[links]],
    ...[LISTS[sidebar.list], SIDEBARS[sidebar.background], ICONS[icons]],
    hasBar(look) ? BAR : header.preset === 'none' ? NO_BAR : '',
  ];
  return tight(rules.join('')) + codeStyle(look);
}
