import { describe, expect, it } from '@jest/globals';
import { allowed, rankOf, resolveLevel, roleAtLeast, roleOfRank, ROLES, type Level, type Role } from '#permissions';

describe('ranks', () => {
  it('compare as the roles do, and lead back to them', () => {
    expect(ROLES.map(rankOf)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(ROLES.map((role) => roleOfRank(rankOf(role)))).toEqual(ROLES);
    expect([rankOf(null), rankOf(undefined)]).toEqual([0, 0]);
    expect([roleOfRank(0), roleOfRank(7), roleOfRank(null)]).toEqual([undefined, undefined, undefined]);
  });

  it('decide about access', () => {
    for (const [index, role] of ROLES.entries()) {
      expect(ROLES.filter((wanted) => roleAtLeast(role, wanted))).toEqual(ROLES.slice(0, index + 1));
      expect(roleAtLeast(null, role)).toBe(false);
    }
  });
});

describe('the effective level of a record', () => {
  it.each<[Level[], Level]>([
    [[], 'inherit'],
    [['inherit', 'inherit'], 'inherit'],
    [['inherit', 'read', 'edit'], 'read'],
    [['inherit', null, 'edit'], null],
    [['admin', null], 'admin'],
  ])('of %j is %s', (levels, level) => {
    expect(resolveLevel(levels)).toBe(level);
  });
});

describe('the role of a user on a record', () => {
  it.each<[Role | null | undefined, Level, Role[], Role | undefined]>([
    [undefined, 'admin', ['admin'], undefined],
    [undefined, 'inherit', [], undefined],
    ['admin', null, [], 'admin'],
    ['admin', 'read', ['read'], 'admin'],
    ['edit', 'inherit', [], 'edit'],
    ['edit', 'read', [], 'read'],
    ['read', 'create', [], 'create'],
    ['create', null, [], undefined],
    ['create', null, ['comment'], 'comment'],
    ['edit', 'inherit', ['read'], 'edit'],
    ['edit', 'read', ['comment', 'review'], 'review'],
    [null, 'inherit', [], undefined],
    [null, 'admin', [], undefined],
    [null, 'admin', ['read'], 'read'],
  ])('with the role %s, at the level %s, granted %j, is %s', (member, level, granted, role) => {
    expect(allowed(member, level, granted)).toBe(role);
  });

  it('never decreases with another grant, nor with a higher role of the member', () => {
    const levels: Level[] = ['inherit', null, ...ROLES];
    for (const level of levels) {
      for (const [index, member] of ROLES.entries()) {
        const own = rankOf(allowed(member, level, []));
        for (const grant of ROLES) expect(rankOf(allowed(member, level, [grant]))).toBeGreaterThanOrEqual(own);
        expect(rankOf(allowed(ROLES[index + 1] ?? member, level, []))).toBeGreaterThanOrEqual(own);
      }
    }
  });
});
