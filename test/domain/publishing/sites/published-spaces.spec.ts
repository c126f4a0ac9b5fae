import { beforeEach, describe, expect, it } from '@jest/globals';
import { publishedSpaces } from '../../../../src/publishing/sites/domain/site/published-spaces.js';
import { Site } from '../../../../src/publishing/sites/domain/site/site.js';
import { StructureDraft } from '../../../../src/publishing/sites/domain/structure/structure-draft.js';

const NOW = new Date(Date.UTC(2026, 0, 1));
const HOST = { sitesHost: 'sites.example.com', sitesUrl: undefined };

/** A site with these spaces right on it. */
function siteWith(title: string, ...spaces: string[]): Site {
  const site = Site.create('organization', { title }, new Set(), 'user', NOW);
  restructure(site, (draft) => {
    for (const id of spaces) draft.addSiteSpace({ id, title: id }, undefined, NOW);
  });
  return site;
}

function restructure(site: Site, change: (draft: StructureDraft) => unknown): void {
  const draft = new StructureDraft(site.structure);
  change(draft);
  site.restructure(draft.structure, NOW);
}

/** The site space that shows a space. */
const showing = (site: Site, space: string) =>
  site.structure.siteSpaces.find((siteSpace) => siteSpace.space === space)?.id ?? '';

describe('a space is published', () => {
  it('on the first of the sites that has it, at its place there', () => {
    const older = siteWith('Older', 'a', 'b');
    const newer = siteWith('Newer', 'b', 'c');
    newer.update({ hostname: 'docs.example.com', visibility: 'unlisted' }, NOW);
    const sites = [older.snapshot(), newer.snapshot()];
    expect([...publishedSpaces(['a', 'b', 'c', 'd'], sites, HOST)]).toEqual([
      ['a', { visibility: 'public', url: 'https://sites.example.com/organization/older/' }],
      ['b', { visibility: 'public', url: 'https://sites.example.com/organization/older/b/' }],
      ['c', { visibility: 'unlisted', url: 'https://docs.example.com/c/' }],
      ['d', null],
    ]);
  });
});

describe('the spaces of a site moved', () => {
  let site: Site;

  beforeEach(() => {
    const made = siteWith('Docs', 'a', 'b');
    made.publish(NOW);
    site = Site.from(made.snapshot());
  });

  it.each<[string, () => void, string[]]>([
    ['when it goes offline', () => site.unpublish(NOW), ['a', 'b']],
    ['when it is deleted', () => site.delete(), ['a', 'b']],
    ['when it has another address', () => site.update({ basename: 'handbook' }, NOW), ['a', 'b']],
    ['when it has a host name', () => site.update({ hostname: 'docs.example.com' }, NOW), ['a', 'b']],
    ['when it is behind a proxy', () => site.update({ proxy: 'example.com/docs' }, NOW), ['a', 'b']],
    ['when it is for others', () => site.update({ visibility: 'visitor-auth' }, NOW), ['a', 'b']],
    ['when another space is its first', () => site.update({ defaultSiteSpace: showing(site, 'b') }, NOW), ['a', 'b']],
    [
      'when a space is added',
      () => restructure(site, (draft) => draft.addSiteSpace({ id: 'c', title: 'C' }, undefined, NOW)),
      ['a', 'b', 'c'],
    ],
    [
      'when a space is taken off',
      () => restructure(site, (draft) => draft.removeSiteSpaces(({ space }) => space === 'b')),
      ['a', 'b'],
    ],
    [
      'when a space has another path',
      () => restructure(site, (draft) => draft.updateSiteSpace(showing(site, 'b'), { path: 'beta' })),
      ['a', 'b'],
    ],
  ])('%s', (_, change, moved) => {
    change();
    expect(site.takeMovedSpaces().sort()).toEqual(moved);
    expect(site.takeMovedSpaces()).toEqual([]);
  });

  it('when it goes live', () => {
    site.unpublish(NOW);
    site.takeMovedSpaces();
    site.publish(NOW);
    expect(site.takeMovedSpaces().sort()).toEqual(['a', 'b']);
  });

  it.each<[string, () => void]>([
    ['nothing changed', () => undefined],
    ['its title is another', () => site.update({ title: 'Handbook' }, NOW)],
    ['it was touched', () => site.touch(NOW)],
    ['visits were ended', () => site.endVisits(NOW)],
    [
      'it was not live and is deleted',
      () => {
        site = siteWith('Draft', 'a');
        site.delete();
      },
    ],
  ])('not when %s', (_, change) => {
    change();
    expect(site.takeMovedSpaces()).toEqual([]);
  });

  it('and saving it is refused unless it was asked which', () => {
    site.unpublish(NOW);
    expect(() => site.stored(2)).toThrow('saveSite');
    site.takeMovedSpaces();
    expect(() => site.stored(2)).not.toThrow();
  });
});
