import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { iconSheets } from '../../../libs/site-html/icon-sheet.js';
import { iconShape, NEUTRAL_ICON } from '../../../libs/site-html/icons.js';
import { iconSheet } from '#site-html';

const FOLDER = dirname(createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json'));
const namesIn = (folder: string): string[] =>
  readdirSync(join(FOLDER, 'svgs', folder)).map((file) => file.replace('.svg', ''));

describe('the shape of an icon', () => {
  it('is found for every icon of the package, as one path', () => {
    const names = ['solid', 'regular', 'brands'].flatMap(namesIn);
    expect(names.length).toBeGreaterThan(2_500);
    const odd = names.filter((name) => {
      const shape = iconShape(name);
      return !shape || shape === NEUTRAL_ICON || !/^0 0 \d+ \d+$/.test(shape.viewBox) || !/^[Mm]/.test(shape.path);
    });
    expect(odd).toEqual([]);
  });

  it('is outlined where the package has it so, and filled where that is asked for', () => {
    expect(iconShape('bell', 'regular')).not.toEqual(iconShape('bell', 'solid'));
    // The style sheet draws lines around filled shapes.
    for (const style of ['duotone', 'light', 'thin'] as const)
      expect(iconShape('bell', style)).toEqual(iconShape('bell', 'solid'));
    expect(iconShape('rocket', 'regular')).toEqual(iconShape('rocket', 'solid'));
  });

  it('is found by older names, with a prefix, and for brands', () => {
    expect(iconShape('home')).toEqual(iconShape('house'));
    expect(iconShape('fa-solid fa-house')).toEqual(iconShape('house'));
    expect(iconShape('github')?.path).toMatch(/^M/);
  });

  it('is that of the closest name where the package does not have it, and the neutral one as the last resort', () => {
    expect(iconShape('book-sparkles')).toEqual(iconShape('book'));
    expect(iconShape('zebra-crossing')).toBe(NEUTRAL_ICON);
  });

  it.each(['', ' ', '../../package', 'solid/house', 'Ünique', 'a b c:d', '-', 'a'.repeat(61), 'house\0', '🚀'])(
    'is not there for %j, which is no name',
    (name) => {
      expect(iconShape(name)).toBeUndefined();
    },
  );
});

describe('icons that pages share', () => {
  it('are in a file whose name says which they are, each once', () => {
    const sheets = iconSheets(['house', 'rocket', 'fa-house', 'bell'], 'regular');
    const [name = '', place = ''] = sheets.get('rocket')?.split('#') ?? [];
    const text = iconSheet(name)?.text ?? '';
    expect(text).toContain(`<symbol id="${place}" overflow="visible" viewBox="${iconShape('rocket')?.viewBox}">`);
    expect(text).toContain(iconShape('house')?.path);
    expect(text.match(/<symbol/g)).toHaveLength(3);
    expect(sheets.get('fa-house')).toBe(sheets.get('house'));
    expect(iconSheets(['bell', 'rocket', 'house'], 'regular').get('rocket')).toBe(sheets.get('rocket'));
    expect(iconSheets(['bell'], 'solid').get('bell')).not.toBe(iconSheets(['bell'], 'regular').get('bell'));
  });

  it('are in several files where they are many, and left out where the package has none', () => {
    const names = namesIn('solid').slice(0, 300);
    const sheets = iconSheets([...names, 'zebra-crossing', '<b>'], 'solid');
    expect(sheets.size).toBe(300);
    const files = new Set([...sheets.values()].map((address) => address.split('#')[0] ?? ''));
    expect(files.size).toBe(4);
    for (const name of files) {
      expect(name.length).toBeLessThan(240);
      expect(iconSheet(name)?.name).toBe(name);
    }
  });

  it.each(['icons.svg', 'icons.AAAA.KaKc.svg', 'icons..svg', 'icons.eptH.Ka/.svg', 'page.css', ''])(
    'are not in %j',
    (name) => {
      expect(iconSheet(name)).toBeUndefined();
    },
  );
});
