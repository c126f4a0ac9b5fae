import { describe, expect, it } from '@jest/globals';
import { ROLES } from '#kernel/application/caller';
import { Conflict, Invalid } from '#kernel/domain/errors';
import { RESTORABLE_DAYS, Space } from '../../../../src/content/spaces/domain/space/space.js';
import { spacePermissions } from '../../../../src/content/spaces/domain/space/space.policy.js';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const PLACE = { parent: null, rank: 'a0' };
const create = (fields: Parameters<typeof Space.create>[2] = {}): Space =>
  Space.create('org', PLACE, fields, 'user', NOW);
const eventsOf = (space: Space): string[] => space.takeEvents().map(({ eventName }) => eventName);

describe('a new space', () => {
  it('is live, untitled and English by default', () => {
    const space = create();
    expect(space.snapshot()).toMatchObject({
      title: 'Untitled',
      editMode: 'live',
      language: 'en',
      emoji: null,
      deletedAt: null,
    });
    expect(eventsOf(space)).toEqual(['content.space-created']);
    expect(create({ title: 'Docs', editMode: 'locked', language: 'zh-tw', emoji: '📘' }).snapshot()).toMatchObject({
      title: 'Docs',
      editMode: 'locked',
      language: 'zh-tw',
      emoji: '📘',
    });
  });

  it.each([
    ['an empty title', { title: '' }],
    ['a blank title', { title: '  ' }],
    ['a title of 51 characters', { title: 'x'.repeat(51) }],
    ['an unknown language', { language: 'xx' }],
    ['an emoji of 51 characters', { emoji: 'x'.repeat(51) }],
  ])('is refused with %s', (_what, fields) => {
    expect(() => create(fields)).toThrow(Invalid);
  });
});

describe('updating a space', () => {
  it('changes only the given members', () => {
    const space = create({ title: 'Before', emoji: '📘' });
    space.update({ title: 'After', editMode: 'locked', defaultLevel: null }, after(1));
    expect(space.snapshot()).toMatchObject({ title: 'After', emoji: '📘', defaultLevel: null, updatedAt: after(1) });
    expect(space.locked).toBe(true);
  });

  it('has an emoji or an icon', () => {
    const space = create({ emoji: '📘' });
    space.update({ icon: 'https://example.com/i.png' }, NOW);
    expect(space.snapshot()).toMatchObject({ emoji: null, icon: 'https://example.com/i.png' });
    space.update({ emoji: '🎉' }, NOW);
    expect(space.snapshot()).toMatchObject({ emoji: '🎉', icon: null });
    space.update({ icon: null }, NOW);
    expect(space.snapshot()).toMatchObject({ emoji: '🎉', icon: null });
    space.update({ emoji: '' }, NOW);
    expect(space.snapshot().emoji).toBeNull();
    expect(() => space.update({ emoji: '🎉', icon: 'https://example.com/i.png' }, NOW)).toThrow(Invalid);
  });
});

describe('changing a space', () => {
  it('records an event, unless the change was refused', () => {
    const space = create();
    space.takeEvents();
    space.update({ title: 'After' }, NOW);
    expect(eventsOf(space)).toEqual(['content.space-updated']);
    expect(() => space.update({ title: '' }, NOW)).toThrow(Invalid);
    expect(eventsOf(space)).toEqual([]);
  });
});

describe('deleting a space', () => {
  it('records one event, and so does restoring', () => {
    const space = create();
    space.takeEvents();
    space.delete(NOW);
    space.delete(after(1));
    expect(space.snapshot().deletedAt).toEqual(NOW);
    space.restore(after(2));
    space.restore(after(3));
    expect(space.deleted).toBe(false);
    expect(eventsOf(space)).toEqual(['content.space-deleted', 'content.space-restored']);
  });

  it('can be undone for 7 days to the millisecond', () => {
    const [early, late] = [create(), create()];
    for (const space of [early, late]) space.delete(NOW);
    early.restore(after(RESTORABLE_DAYS * 86_400_000));
    expect(early.deleted).toBe(false);
    expect(() => late.restore(after(RESTORABLE_DAYS * 86_400_000 + 1))).toThrow(Conflict);
    expect(late.deleted).toBe(true);
    expect(RESTORABLE_DAYS * 86_400_000).toBe(7 * 24 * 3600 * 1000);
  });
});

describe('a role in a space', () => {
  it('determines its permissions; a locked or deleted space cannot be edited', () => {
    const open = { locked: false, deleted: false };
    expect(ROLES.filter((role) => spacePermissions(role, open).edit)).toEqual(['edit', 'review', 'create', 'admin']);
    expect(ROLES.filter((role) => spacePermissions(role, open).comment)).toEqual(ROLES.slice(1));
    for (const role of ROLES) {
      expect(spacePermissions(role, { locked: true, deleted: false })).toMatchObject({
        view: true,
        edit: false,
        merge: false,
      });
      expect(spacePermissions(role, { locked: false, deleted: true })).toMatchObject({ edit: false, comment: false });
    }
  });
});
