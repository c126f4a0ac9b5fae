import { beforeEach, describe, expect, it } from '@jest/globals';
import { Site } from '../../../../src/publishing/sites/domain/site/site.js';
import { StructureDraft } from '../../../../src/publishing/sites/domain/structure/structure-draft.js';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const [MADE, CHANGED] = [at(0), at(1)];

/** What visitors held of a space before counts for nothing once a site begins to show it, or to show it to others. */
describe('a site shows its spaces', () => {
  let site: Site;
  /** Site spaces: one in the first section, two in the second. */
  let one: string;
  let two: string;
  let three: string;
  let second: string;

  beforeEach(() => {
    site = Site.create('organization', { title: 'Docs' }, new Set(), 'user', MADE);
    restructure((draft) => {
      one = draft.addSection({ id: 'a', title: 'A' }, { title: 'First' }, '', MADE).defaultSiteSpace ?? '';
      ({ id: second } = draft.addSection({ id: 'b', title: 'B' }, { title: 'Second' }, '', MADE));
      three = draft.addSiteSpace({ id: 'c', title: 'C' }, second, MADE).id;
    }, MADE);
    two = site.structure.siteSpaces.find(({ space }) => space === 'b')?.id ?? '';
  });

  function restructure(change: (draft: StructureDraft) => unknown, now = CHANGED): void {
    const draft = new StructureDraft(site.structure);
    change(draft);
    site.restructure(draft.structure, now);
  }

  const ALL = () => [one, two, three];
  const sinceChanged = () =>
    site.structure.siteSpaces.filter(({ since }) => since === CHANGED.toISOString()).map(({ id }) => id);

  it.each<[string, () => void, () => string[]]>([
    ['it is published', () => site.publish(CHANGED), ALL],
    ['it is let to others', () => site.update({ visibility: 'unlisted' }, CHANGED), ALL],
    ['it heeds what visitors claim', () => site.update({ adaptiveContent: true }, CHANGED), ALL],
    ['a space is deleted', () => site.setAway('b', true, CHANGED), () => [two]],
    [
      'another space takes the place',
      () => restructure((draft) => draft.updateSiteSpace(two, { space: 'd' })),
      () => [two],
    ],
    [
      'a condition is put',
      () => restructure((draft) => draft.updateSiteSpace(one, { condition: 'true' })),
      () => [one],
    ],
    [
      'a condition is put on a section',
      () => restructure((draft) => draft.updateSection(second, { condition: 'true' })),
      () => [two, three],
    ],
  ])('anew once %s', (_, change, expected) => {
    change();
    expect(sinceChanged().sort()).toEqual(expected().sort());
  });

  it('anew once a space is back that was deleted', () => {
    site.setAway('b', true, at(0));
    site.setAway('b', false, CHANGED);
    expect(sinceChanged()).toEqual([two]);
  });

  it('as before while it is called another name, keeps its visibility, or is published already', () => {
    site.publish(MADE);
    site.update({ title: 'Other', visibility: 'public', adaptiveContent: false }, CHANGED);
    site.publish(CHANGED);
    site.setAway('b', false, CHANGED);
    restructure((draft) => draft.updateSection(second, { title: 'Other' }));
    expect(sinceChanged()).toEqual([]);
  });
});
