import { beforeEach, describe, expect, it } from '@jest/globals';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { StructureDraft } from '../../../../src/publishing/sites/domain/structure/structure-draft.js';
import { EMPTY_STRUCTURE, type Pointer } from '../../../../src/publishing/sites/domain/structure/structure.js';

const NOW = new Date('2026-01-01T00:00:00Z');

describe('the structure of a site', () => {
  let draft: StructureDraft;
  let first: string;
  let second: string;
  let group: string;
  /** A site space in the first section, and two in the second, of which the last has the path of the first. */
  let one: string;
  let two: string;
  let three: string;

  const space = (id: string, title = id) => ({ id, title });
  const pointer = (type: Pointer['type'], id: string): Pointer => ({ type, id });
  const orderOf = () => draft.structure.items.map(({ id }) => id);

  beforeEach(() => {
    draft = new StructureDraft(EMPTY_STRUCTURE);
    first = draft.addSection(space('a', 'Same'), { title: 'First' }, '', NOW).id;
    second = draft.addSection(space('b'), { title: 'Second' }, '', NOW).id;
    group = draft.addGroup({ title: 'Group' }, [], NOW).id;
    three = draft.addSiteSpace(space('c', 'Same'), second, NOW).id;
    [one = '', two = ''] = draft.structure.siteSpaces.map(({ id }) => id);
  });

  it('takes a site space to another, before or behind it, also of another section', () => {
    draft.moveSiteSpace(two, { before: pointer('site-space', one) });
    expect(draft.structure.siteSpaces.map(({ id, section }) => [id, section])).toEqual([
      [two, first],
      [one, first],
      [three, second],
    ]);
    draft.moveSiteSpace(two, { after: pointer('site-space', one) });
    expect(draft.structure.siteSpaces.map(({ id }) => id)).toEqual([one, two, three]);
    draft.moveSiteSpace(two, {});
    expect(draft.structure.siteSpaces.map(({ id }) => id)).toEqual([one, three, two]);
  });

  it.each<[string, () => Pointer]>([
    ['itself', () => pointer('site-space', two)],
    ['one that is not on the site', () => pointer('site-space', 'unknown')],
    ['a section', () => pointer('site-section', first)],
    ['a section by the name of a site space', () => pointer('site-space', first)],
    ['a site space by the name of a section', () => pointer('site-section', one)],
  ])('takes no site space beside %s', (_what, beside) => {
    const before = structuredClone(draft.structure);
    for (const position of [{ before: beside() }, { after: beside() }]) {
      expect(() => draft.moveSiteSpace(two, position)).toThrow(
        new Invalid('position must name another site space of the site'),
      );
    }
    expect(draft.structure).toEqual(before);
  });

  it('has a section in a group from the start where it is made there, and in none where nothing is said', () => {
    const within = draft.addSection(space('d'), { title: 'Within', group }, '', NOW);
    expect([within.group, draft.addSection(space('e'), { title: 'Beside' }, '', NOW).group]).toEqual([group, null]);
    expect(() => draft.addSection(space('f'), { title: 'Lost', group: 'unknown' }, '', NOW)).toThrow(Invalid);
  });

  it('takes a section or a group to another, into whose group it comes', () => {
    draft.moveItem(pointer('site-section-group', group), { before: pointer('site-section', first) });
    expect(orderOf()).toEqual([group, first, second]);
    draft.moveItem(pointer('site-section-group', group), { after: pointer('site-section', first) });
    expect(orderOf()).toEqual([first, group, second]);
    draft.updateGroup(draft.addGroup({ title: 'Inner' }, [second], NOW).id, { group });
    draft.moveItem(pointer('site-section', first), { after: pointer('site-section', second) });
    const groupOf = (id: string) => draft.structure.items.find((item) => item.id === id)?.group;
    expect(groupOf(first)).toBe(groupOf(second));
  });

  it.each<[string, () => Pointer]>([
    ['itself', () => pointer('site-section', second)],
    ['one that is not on the site', () => pointer('site-section', 'unknown')],
    ['a site space', () => pointer('site-space', one)],
    ['a section by the name of a group', () => pointer('site-section-group', first)],
    ['a group by the name of a section', () => pointer('site-section', group)],
  ])('takes no section beside %s', (_what, beside) => {
    const before = structuredClone(draft.structure);
    for (const position of [{ before: beside() }, { after: beside() }]) {
      expect(() => draft.move(pointer('site-section', second), position)).toThrow(
        new Invalid('position must name another section or section group of the site'),
      );
    }
    expect(draft.structure).toEqual(before);
  });

  it('takes nothing that is not there, nor by the name of another kind', () => {
    for (const item of [
      pointer('site-section', group),
      pointer('site-section-group', first),
      pointer('site-space', ''),
    ])
      expect(() => draft.move(item, {})).toThrow(NotFound);
  });

  it('refuses a path that is taken where the site space is to come', () => {
    draft.updateSiteSpace(three, { path: 'same' });
    const before = structuredClone(draft.structure);
    expect(() => draft.moveSiteSpace(three, { after: pointer('site-space', one) })).toThrow(
      new Conflict('The path "same" is taken there'),
    );
    expect(draft.structure).toEqual(before);
  });

  it('puts no group into itself, and no section into what is no group', () => {
    const inner = draft.addGroup({ title: 'Inner', parent: group }, [], NOW).id;
    expect(() => draft.updateGroup(group, { group: inner })).toThrow('A section group can not stand in itself');
    expect(() => draft.addGroup({ title: 'Other', parent: first }, [], NOW)).toThrow(
      'parent must be a section group of the site',
    );
    expect(() => draft.addGroup({ title: 'Other' }, ['unknown'], NOW)).toThrow('sections must be of the site');
  });

  it('takes five groups in each other, and 300 sections and groups', () => {
    let parent = group;
    for (let depth = 2; depth <= 5; depth++) parent = draft.addGroup({ title: 'In', parent }, [], NOW).id;
    const deep = () => draft.addGroup({ title: 'In', parent }, [], NOW);
    expect(deep).toThrow('At most 5 section groups stand in each other');
    while (draft.structure.items.length < 300) draft.addGroup({ title: 'More' }, [], NOW);
    expect(() => draft.addGroup({ title: 'More' }, [], NOW)).toThrow(
      new Conflict('A site takes at most 300 sections and section groups'),
    );
  });

  it('never has a default that is gone', () => {
    expect([draft.structure.defaultSection]).toEqual([first]);
    draft.removeSection(first);
    expect(draft.structure.defaultSection).toBe(second);
    draft.remove(pointer('site-space', two));
    expect(draft.structure.items.find(({ id }) => id === second)).toMatchObject({ defaultSiteSpace: three });
  });
});
