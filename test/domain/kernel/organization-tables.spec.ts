import { describe, expect, it } from '@jest/globals';
import { referringFirst } from '#kernel/infrastructure/organizations/organization-tables';

describe('the order in which rows of an organization are deleted', () => {
  const table = (name: string, ...refersTo: string[]) => ({ name, refersTo });

  it('has each table before those that it refers to', () => {
    const order = referringFirst([
      table('site'),
      table('version', 'spec'),
      table('part', 'version'),
      table('address', 'site'),
      table('spec'),
    ]);
    expect(order).toHaveLength(5);
    for (const [first, then] of [
      ['part', 'version'],
      ['version', 'spec'],
      ['address', 'site'],
    ] as const)
      expect(order.indexOf(first)).toBeLessThan(order.indexOf(then));
  });

  it('has every table of a circle as well', () => {
    expect(referringFirst([table('a', 'b'), table('b', 'a'), table('c', 'a')])).toEqual(['c', 'a', 'b']);
  });
});
