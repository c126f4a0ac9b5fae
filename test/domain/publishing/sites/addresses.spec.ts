import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { locate, visibleStructure } from '../../../../src/publishing/sites/domain/site/addresses.js';
import type {
  SectionEntry,
  SiteSpaceEntry,
  SiteStructure,
} from '../../../../src/publishing/sites/domain/structure/structure.js';

const NAMES = ['a', 'b', 'c', 'd'];

const section = (path: string, condition: string | null): SectionEntry => ({
  kind: 'section',
  id: `section ${path}`,
  title: path,
  description: null,
  path,
  icon: null,
  condition,
  group: null,
  defaultSiteSpace: null,
});

const siteSpace = (path: string, of: string | null, condition: string | null, away = false): SiteSpaceEntry => ({
  id: `${of ?? ''} ${path}`,
  space: `space ${of ?? ''} ${path}`,
  path,
  section: of,
  condition,
  hidden: false,
  away,
});

/** Site spaces of these paths, in sections of these, or right on the site. */
function structureOf(sections: Record<string, string[]>): SiteStructure {
  const items = Object.keys(sections).flatMap((path) => (path === '' ? [] : [section(path, null)]));
  const siteSpaces = Object.entries(sections).flatMap(([path, paths]) =>
    paths.map((own) => siteSpace(own, path === '' ? null : `section ${path}`, null)),
  );
  const first = (of: string | null) => siteSpaces.find((each) => each.section === of)?.id ?? null;
  return {
    siteSpaces,
    items: items.map((item) => ({ ...item, defaultSiteSpace: first(item.id) })),
    defaultSection: items[0]?.id ?? null,
    defaultSiteSpace: first(null),
  };
}

const anyStructure: fc.Arbitrary<SiteStructure> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 })
  .chain((paths) =>
    fc
      .tuple(
        ...(paths.length === 0 ? [''] : paths).map(() => fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })),
      )
      .map((lists) => structureOf(Object.fromEntries(lists.map((list, index) => [paths[index] ?? '', list])))),
  );

/** Some of it under a condition, or deleted. */
const anyHidden = anyStructure.chain((structure) =>
  fc.infiniteStream(fc.nat(5)).map((dice): SiteStructure => {
    const condition = () => (dice.next().value === 0 ? 'no' : null);
    return {
      ...structure,
      items: structure.items.map((item) => ({ ...item, condition: condition() })),
      siteSpaces: structure.siteSpaces.map((each) => ({
        ...each,
        condition: condition(),
        away: dice.next().value === 1,
      })),
    };
  }),
);

describe('a path below a site', () => {
  const at = (structure: SiteStructure, path: string, whole = structure) => {
    const found = locate(structure, path.split('/').filter(Boolean), whole);
    return found && [found.siteSpace.path, found.used, found.complete];
  };

  it('leads to the one site space, whatever the pages are called', () => {
    const one = structureOf({ '': ['guide'] });
    expect([at(one, ''), at(one, 'guide'), at(one, 'guide/a')]).toEqual([
      ['guide', 0, true],
      ['guide', 0, false],
      ['guide', 0, false],
    ]);
    const sections = structureOf({ docs: ['guide'], api: ['calls'] });
    expect([at(sections, 'api'), at(sections, 'api/calls'), at(sections, 'guide')]).toEqual([
      ['calls', 1, true],
      ['calls', 1, false],
      ['guide', 0, false],
    ]);
    expect(at(structureOf({ docs: ['guide'] }), 'docs')).toEqual(['guide', 0, false]);
  });

  it('names a section, a variant of it, or of the default one', () => {
    const both = structureOf({ docs: ['one', 'two'], api: ['calls', 'more'] });
    expect([at(both, ''), at(both, 'docs'), at(both, 'docs/one'), at(both, 'two'), at(both, 'api/more/x')]).toEqual([
      ['one', 0, false],
      ['one', 1, false],
      ['one', 2, true],
      ['two', 1, true],
      ['more', 2, false],
    ]);
  });

  it('names what it would name for others, where the rest is hidden', () => {
    const whole = structureOf({ docs: ['guide'], api: ['calls'] });
    const [docs] = whole.items as [SectionEntry];
    docs.condition = 'no';
    const seen = visibleStructure(whole, () => false);
    expect([at(seen, '', whole), at(seen, 'api/page', whole), at(seen, 'docs/page', whole)]).toEqual([
      ['calls', 0, false],
      ['calls', 1, false],
      ['calls', 0, false],
    ]);
    const variants = structureOf({ '': ['one', 'two'] });
    const [one] = variants.siteSpaces as [SiteSpaceEntry];
    one.condition = 'no';
    const rest = visibleStructure(variants, () => false);
    expect([at(rest, '', variants), at(rest, 'two', variants)]).toEqual([
      ['two', 0, false],
      ['two', 1, true],
    ]);
  });

  it('leads to the same as a part of it that is complete: renderers ask for both at once', () => {
    const paths = fc.array(fc.constantFrom(...NAMES, 'page'), { maxLength: 4 });
    fc.assert(
      fc.property(anyHidden, paths, (whole, segments) => {
        const seen = visibleStructure(whole, () => false);
        const found = locate(seen, segments, whole);
        for (let count = 0; count <= segments.length; count++) {
          const part = locate(seen, segments.slice(0, count), whole);
          expect(part === undefined).toBe(found === undefined);
          if (part?.complete) expect([part.siteSpace.id, part.used]).toEqual([found?.siteSpace.id, found?.used]);
        }
      }),
    );
  });

  it('leads to no site space that is hidden or deleted', () => {
    fc.assert(
      fc.property(anyHidden, fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }), (whole, segments) => {
        const found = locate(
          visibleStructure(whole, () => false),
          segments,
          whole,
        );
        if (found) expect(found.siteSpace).toMatchObject({ condition: null, away: false });
        if (found?.section) expect(found.section.condition).toBeNull();
      }),
    );
  });
});
