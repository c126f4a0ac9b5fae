import { describe, expect, it } from '@jest/globals';
import { classesOf, DEFAULT_LOOK, SHEETS, STYLE, type SiteLook } from '#site-html';
import { contrast, mix, readColor, type Color } from '../../../libs/site-html/style/color.js';
import { lookStyle } from '../../../libs/site-html/style/look.js';
import { NAMED, TOKENS } from '../../../libs/site-html/style/palette.js';

const RUNS = 300;
const SOFT = 0.12;
const MARKED = 0.06;

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The colors in a style sheet by their names, in one mode. */
function colorsIn(style: string, mode: 'light' | 'dark'): (name: string) => Color {
  return (name) => {
    const pattern = new RegExp(`--${name}:(?:light-dark\\((#\\w+),(#\\w+)\\)|(#\\w+))`);
    const [, light, dark, both] = pattern.exec(style) ?? [];
    const color = readColor(both ?? (mode === 'light' ? light : dark) ?? '');
    if (!color) throw new Error(`No color ${name}`);
    return color;
  };
}

const random = numbers(7);
const anyColor = (): string =>
  `#${Math.floor(random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;
const themed = (): { light: string; dark: string } => ({ light: anyColor(), dark: anyColor() });
const anyLook = (): SiteLook => ({
  ...DEFAULT_LOOK,
  primaryColor: themed(),
  infoColor: themed(),
  successColor: themed(),
  warningColor: themed(),
  dangerColor: themed(),
  ...(random() < 0.5 ? { tint: { color: themed() } } : {}),
});

describe('the look of a site', () => {
  it.each(['light', 'dark'] as const)('can be read whatever colors were chosen, in the %s mode', (mode) => {
    for (let run = 0; run < RUNS; run++) {
      const look = anyLook();
      const color = colorsIn(lookStyle(look), mode);
      const [page, subtle] = [color('page'), color('subtle')];
      for (const name of ['primary', 'info', 'success', 'warning', 'danger', 'tint']) {
        const soft = mix(color(name), page, SOFT);
        for (const surface of [page, subtle, soft]) {
          expect(contrast(color(`${name}-text`), surface)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(color('muted'), surface)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(color('text'), surface)).toBeGreaterThanOrEqual(4.5);
        }
      }
      expect(contrast(color('on-primary'), color('primary'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color('on-tint'), color('tint'))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('keeps a color that can be read as it is', () => {
    expect(lookStyle(DEFAULT_LOOK)).toContain('--primary:light-dark(#2d6a4f,#74c69d)');
    expect(lookStyle(DEFAULT_LOOK)).toContain('--primary-text:light-dark(#2d6a4f,#74c69d)');
    expect(lookStyle({ ...DEFAULT_LOOK, primaryColor: { light: '#ff0', dark: '#ff0' } })).toContain(
      '--primary:#ffff00',
    );
  });

  it('has no effect but that of its values, whatever they are', () => {
    const hostile = '"}*{background:url(https://example.org)}/*\\';
    const font = {
      fontFamily: hostile,
      fontFaces: [
        {
          weight: Number.NaN,
          sources: [
            { url: `/a${hostile}` },
            { url: 'https://example.org/b' },
            { url: '\\\\example.org\\c' },
            { url: 'javascript:1' },
          ],
        },
      ],
    };
    const color = { light: hostile, dark: 'red' };
    const style = lookStyle({ ...DEFAULT_LOOK, primaryColor: color, tint: { color }, font, headingFont: hostile });
    const strings = style.replace(/"(?:\\[0-9a-f]+ |[^"\\])*"/g, '""');
    expect(strings).toMatch(
      /^@font-face\{font-family:"";font-weight:400;font-display:swap;src:url\(""\)\}:root\{[^{}"]*--font:"",[^{}]*\}$/,
    );
    expect(strings).not.toContain('example.org');
  });

  it('brings along the fonts whose files are on its own host', () => {
    const font = {
      fontFamily: 'Own',
      fontFaces: [{ weight: 700, sources: [{ url: '/own.woff2', format: 'woff2' as const }] }],
    };
    expect(lookStyle({ ...DEFAULT_LOOK, font })).toContain(
      '@font-face{font-family:"Own";font-weight:700;font-display:swap;src:url("/own.woff2") format("woff2")}',
    );
    expect(lookStyle({ ...DEFAULT_LOOK, font: 'Merriweather' })).toContain('--font:"Merriweather",ui-serif');
  });

  it('is classes of the page where it is not as usual', () => {
    expect(classesOf(DEFAULT_LOOK)).toEqual([]);
    expect(
      classesOf({
        ...DEFAULT_LOOK,
        theme: 'bold',
        corners: 'straight',
        depth: 'flat',
        links: 'accent',
        sidebar: { background: 'filled', list: 'pill' },
      }),
    ).toEqual(['theme-bold', 'corners-straight', 'depth-flat', 'links-accent', 'sidebar-filled', 'list-pill']);
  });
});

describe('the colors that have names', () => {
  it.each(['light', 'dark'] as const)(
    'can be read as texts, on their own surface and in code, in the %s mode',
    (mode) => {
      const color = colorsIn(STYLE.text + SHEETS.blocks.text, mode);
      const [page, subtle] = [color('page'), color('subtle')];
      for (const name of Object.keys(NAMED))
        for (const surface of [page, subtle, mix(color(name), page, SOFT), mix(color('text'), subtle, MARKED)])
          expect(contrast(color(`${name}-text`), surface)).toBeGreaterThanOrEqual(4.5);
      expect(Object.keys(NAMED)).toEqual(expect.arrayContaining(Object.values(TOKENS)));
    },
  );
});
