import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ALL_BLOCKS, DEFAULT_LOOK, pageStyle, STYLE, topColors, type SiteLook } from '#site-html';

import { CODE_THEMES } from '../../../src/publishing/customization/domain/values.js';
import { codeColors } from '../../../libs/site-html/style/code-themes.js';
import { contrast, mix, readColor, type Color } from '../../../libs/site-html/style/color.js';
import { hasBar, lookStyle } from '../../../libs/site-html/style/look.js';
import { GROUND, MARKED, NAMED, TOKENS } from '../../../libs/site-html/style/palette.js';

const RUNS = 300;
const SOFT = 0.12;

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
  background: random() < 0.5 ? 'match' : 'plain',
  theme: random() < 0.3 ? 'bold' : 'clean',
  header: {
    preset: (['default', 'bold', 'contrast', 'custom', 'none'] as const)[Math.floor(random() * 5)] ?? 'default',
    ...(random() < 0.7 ? { backgroundColor: themed() } : {}),
    ...(random() < 0.7 ? { linkColor: themed() } : {}),
  },
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

  it.each(['light', 'dark'] as const)('writes on a bar of any color what can be read, in the %s mode', (mode) => {
    for (let run = 0; run < RUNS; run++) {
      const look = anyLook();
      const color = colorsIn(lookStyle(look), mode);
      if (!hasBar(look)) {
        expect(lookStyle(look)).not.toContain('--bar');
        continue;
      }
      for (const name of ['on-bar', 'bar-link'])
        expect(contrast(color(name), color('bar'))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has the colors of its own bar, and browsers have them as well', () => {
    const header = {
      preset: 'custom' as const,
      backgroundColor: { light: '#102030', dark: '#405060' },
      linkColor: { light: '#ffd700', dark: '#ffd700' },
    };
    const style = lookStyle({ ...DEFAULT_LOOK, header });
    expect(style).toContain('--bar:light-dark(#102030,#405060);--on-bar:#ffffff;--bar-link:');
    expect(topColors({ ...DEFAULT_LOOK, header })).toEqual({ light: '#102030', dark: '#405060' });
    expect(topColors({ ...DEFAULT_LOOK, header: { ...header, preset: 'contrast' } })).toEqual({
      light: '#1c2026',
      dark: '#e4e7eb',
    });
    expect(topColors(DEFAULT_LOOK)).toEqual({ light: '#ffffff', dark: '#0f1115' });
  });

  it('has what is not usual in its sheet, and nothing of what others ask for', () => {
    const usual = pageStyle(DEFAULT_LOOK);
    const parts = /--bar|stroke-width: ?\d\d|--k:|linear-gradient\(var|--radius:0/;
    expect(usual).not.toMatch(parts);
    const own: Partial<SiteLook>[] = [
      ...(['muted', 'bold', 'gradient'] as const).map((theme) => ({ theme })),
      ...(['straight', 'circular'] as const).map((corners) => ({ corners })),
      ...(['solid', 'duotone', 'light', 'thin'] as const).map((icons) => ({ icons })),
      ...(['bold', 'contrast', 'custom', 'none'] as const).map((preset) => ({ header: { preset } })),
      { depth: 'flat' },
      { links: 'accent' },
      { background: 'match' },
      { sidebar: { background: 'filled', list: 'line' } },
      { sidebar: { background: 'default', list: 'pill' } },
    ];
    const sheets = own.map((look) => pageStyle({ ...DEFAULT_LOOK, ...look }));
    // Filled icons are other shapes, which no style sheet has.
    const same = sheets.flatMap((sheet, index) => (sheet === usual ? [own[index]] : []));
    expect(same).toEqual([{ icons: 'solid' }]);
    for (const sheet of sheets) expect(sheet.split('{')).toHaveLength(sheet.split('}').length);
  });
});

describe('the themes of code', () => {
  const themed = (light: string, dark: string): SiteLook['codeTheme'] => ({
    default: { light, dark },
    openapi: DEFAULT_LOOK.codeTheme.openapi,
  });
  const usual = lookOfCode(DEFAULT_LOOK.codeTheme);

  /** The style sheet of a look behind what all of them have. */
  function lookOfCode(codeTheme: SiteLook['codeTheme']): string {
    return pageStyle({ ...DEFAULT_LOOK, codeTheme });
  }

  it.each(['light', 'dark'] as const)('can be read, each of them, in the %s mode', (mode) => {
    const ground = GROUND[mode];
    for (const name of CODE_THEMES) {
      const { page, text, muted, tokens } = codeColors(name, mode, ground);
      const marked = mix(text, page, MARKED);
      for (const [token, color] of [...Object.entries(tokens), ['text', text], ['muted', muted]] as const)
        for (const surface of [page, marked])
          expect([name, token, contrast(color, surface) >= 4.5]).toEqual([name, token, true]);
    }
  });

  it('differ from each other', () => {
    const all = CODE_THEMES.map((name) => JSON.stringify(codeColors(name, 'dark', GROUND.dark)));
    expect(CODE_THEMES.length).toBeGreaterThan(60);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are in the sheet of a look that has one, as custom properties within code', () => {
    expect(usual).not.toContain('--k:');
    const sheet = lookOfCode(themed('github-light', 'dracula'));
    expect(sheet).toMatch(/\.code\{--page:light-dark\(#ffffff,#282a36\);--subtle:light-dark\(#ffffff,#282a36\)/);
    expect(sheet).toContain('.code .k{color:var(--k)}');
    // The code of specifications stays as it is.
    expect(sheet).toContain(':is(.api-operation,.api-schemas) .code{--page:light-dark(#f6f7f9,#181b20)');
  });

  it('may be other ones where specifications are shown', () => {
    const openapi = { light: 'nord', dark: 'nord' };
    const sheet = lookOfCode({ default: DEFAULT_LOOK.codeTheme.default, openapi });
    expect(sheet).toContain(':is(.api-operation,.api-schemas) .code .k{color:var(--k)}');
    expect(sheet).not.toMatch(/[}]\.code \.k\{color:var\(--k\)/);
    const both = lookOfCode({ default: openapi, openapi });
    expect(both).not.toContain('.api-operation');
  });

  it('are the usual one for a name that is none', () => {
    for (const name of ['no-such-theme', '../package', '', '__proto__'])
      expect(codeColors(name, 'light', GROUND.light)).toEqual(codeColors('default-light', 'light', GROUND.light));
  });

  it('weigh at most 700 bytes', () => {
    const weigh = (text: string): number =>
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
    for (const name of CODE_THEMES)
      expect(
        weigh(lookOfCode({ default: { light: name, dark: name }, openapi: { light: name, dark: name } })),
      ).toBeLessThan(weigh(usual) + 700);
  });
});

describe('the colors that have names', () => {
  it.each(['light', 'dark'] as const)('can be read on the surfaces of any look, in the %s mode', (mode) => {
    for (let run = 0; run < 30; run++) {
      const color = colorsIn(pageStyle(anyLook()), mode);
      for (const name of Object.keys(NAMED))
        for (const surface of [color('page'), color('subtle')])
          expect(contrast(color(`${name}-text`), surface)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['light', 'dark'] as const)(
    'can be read as texts, on their own surface and in code, in the %s mode',
    (mode) => {
      const color = colorsIn(STYLE.text + ALL_BLOCKS, mode);
      const [page, subtle] = [color('page'), color('subtle')];
      for (const name of Object.keys(NAMED))
        for (const surface of [page, subtle, mix(color(name), page, SOFT), mix(color('text'), subtle, MARKED)])
          expect(contrast(color(`${name}-text`), surface)).toBeGreaterThanOrEqual(4.5);
      expect(Object.keys(NAMED)).toEqual(expect.arrayContaining(Object.values(TOKENS)));
    },
  );
});
