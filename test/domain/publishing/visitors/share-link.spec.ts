import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { hashOfKey, ShareLink } from '../../../../src/publishing/visitors/domain/share-link/share-link.js';

const NOW = new Date('2026-05-04T12:00:00Z');
const LATER = new Date('2026-05-04T13:00:00Z');
const create = (name = 'For reviewers') => ShareLink.create('org', 'site', name, 'ada', NOW);

describe('share links', () => {
  it('have keys of 256 bits that fit into a path and follow from nothing', () => {
    const made = Array.from({ length: 50 }, () => create());
    expect(new Set(made.map(({ key }) => key)).size).toBe(50);
    for (const { link, key } of made) {
      expect(key).toMatch(/^[0-9A-Za-z]{43}$/);
      expect(JSON.stringify(link.snapshot())).not.toContain(key);
      expect(hashOfKey(key)).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('are active from the beginning', () => {
    expect(create().link.snapshot()).toMatchObject({ name: 'For reviewers', active: true, createdAt: NOW });
  });

  it('are renamed and switched off and on', () => {
    const { link } = create();
    link.update({ active: false }, LATER);
    expect(link.snapshot()).toMatchObject({ name: 'For reviewers', active: false, updatedAt: LATER });
    link.update({ name: '', active: true }, LATER);
    expect(link.snapshot()).toMatchObject({ name: '', active: true });
  });

  it('have names of at most 50 characters', () => {
    expect(create('x'.repeat(50)).link.name).toHaveLength(50);
    expect(() => create('x'.repeat(51))).toThrow(Invalid);
    expect(() => create('a\u0000')).toThrow(Invalid);
    expect(() => create().link.update({ name: 'x'.repeat(51) }, LATER)).toThrow('name takes at most 50 characters');
  });
});
