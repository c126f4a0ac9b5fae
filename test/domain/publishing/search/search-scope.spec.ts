import { describe, expect, it } from '@jest/globals';
import { spacesInScope } from '../../../../src/publishing/search/domain/search-scope.js';
import type { SiteStructure, SiteSpaceEntry } from '../../../../src/publishing/sites/domain/structure/structure.js';

const siteSpace = (id: string, section: string | null, more: Partial<SiteSpaceEntry> = {}): SiteSpaceEntry => ({
  id,
  space: `space of ${id}`,
  path: id,
  section,
  condition: null,
  hidden: false,
  away: false,
  ...more,
});
const section = (id: string, defaultSiteSpace: string) => ({
  kind: 'section' as const,
  id,
  title: id,
  description: null,
  path: id,
  icon: null,
  condition: null,
  group: null,
  defaultSiteSpace,
});

const SECTIONS: SiteStructure = {
  siteSpaces: [
    siteSpace('v1', 'docs'),
    siteSpace('v2', 'docs'),
    siteSpace('api', 'reference'),
    siteSpace('draft', 'lab', { hidden: true }),
  ],
  items: [section('docs', 'v2'), section('reference', 'api'), section('lab', 'draft')],
  defaultSection: 'docs',
  defaultSiteSpace: null,
};
const PLAIN: SiteStructure = {
  siteSpaces: [siteSpace('en', null), siteSpace('de', null)],
  items: [],
  defaultSection: null,
  defaultSiteSpace: 'en',
};
const of = (...ids: string[]) => ids.map((id) => `space of ${id}`);

describe('the scope of a search', () => {
  it('is the default site space of each section by default', () => {
    expect(spacesInScope(SECTIONS, { mode: 'default' })).toEqual(of('v2', 'api'));
    expect(spacesInScope(PLAIN, { mode: 'default' })).toEqual(of('en'));
  });

  it('has what is being read in the place of the default of its section', () => {
    expect(spacesInScope(SECTIONS, { mode: 'default', currentSiteSpace: 'v1' })).toEqual(of('v1', 'api'));
    expect(spacesInScope(PLAIN, { mode: 'default', currentSiteSpace: 'de' })).toEqual(of('de'));
    expect(spacesInScope(SECTIONS, { mode: 'default', currentSiteSpace: 'draft' })).toEqual(of('draft', 'v2', 'api'));
  });

  it('may be limited to what is being read, or to the others', () => {
    const scope = { mode: 'default', currentSiteSpace: 'v1' } as const;
    expect(spacesInScope(SECTIONS, { ...scope, restrictTo: 'currentSiteSpace' })).toEqual(of('v1'));
    expect(spacesInScope(SECTIONS, { ...scope, restrictTo: 'otherSiteSpaces' })).toEqual(of('api'));
    expect(spacesInScope(SECTIONS, { mode: 'default', restrictTo: 'currentSiteSpace' })).toEqual([]);
  });

  it('may be all that are in a menu, those named, or those of one space', () => {
    expect(spacesInScope(SECTIONS, { mode: 'all' })).toEqual(of('v1', 'v2', 'api'));
    const siteSpaceIds = ['draft', 'unknown', 'v1'];
    expect(spacesInScope(SECTIONS, { mode: 'specific', siteSpaceIds })).toEqual(of('v1', 'draft'));
    expect(spacesInScope(SECTIONS, { mode: 'space', space: 'space of v1' })).toEqual(of('v1'));
    expect(() => spacesInScope(SECTIONS, { mode: 'specific' })).toThrow('siteSpaceIds');
  });

  it('names a space once that is on a site twice', () => {
    const twice = {
      ...PLAIN,
      siteSpaces: [siteSpace('a', null, { space: 's' }), siteSpace('b', null, { space: 's' })],
    };
    expect(spacesInScope(twice, { mode: 'all' })).toEqual(['s']);
  });
});
