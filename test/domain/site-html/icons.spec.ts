import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { iconShape, NEUTRAL_ICON } from '../../../libs/site-html/icons.js';

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
    expect(iconShape('bell', 'thin')).toEqual(iconShape('bell', 'regular'));
    expect(iconShape('bell', 'duotone')).toEqual(iconShape('bell', 'solid'));
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
