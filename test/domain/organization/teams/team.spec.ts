import { describe, expect, it } from '@jest/globals';
import { namesIn, planChanges, type TeamRole } from '../../../../src/organization/teams/domain/team-changes.js';
import { Team } from '../../../../src/organization/teams/domain/team.js';
import { teamPermissions } from '../../../../src/organization/teams/domain/team.policy.js';

const members = new Map([
  ['ada', 'ada'],
  ['grace', 'grace'],
  ['linus', 'linus'],
  ['grace@example.com', 'grace'],
]);
const current = new Map<string, TeamRole>([['ada', 'owner']]);

describe('changing the members of a team', () => {
  it('adds users as members', () => {
    expect(planChanges({ add: ['grace'] }, members, current).added).toEqual(new Map([['grace', 'member']]));
  });

  it('does not change the role of members who are added again', () => {
    const { added, changed } = planChanges({ add: ['ada'] }, members, current);
    expect([added.size, changed.size]).toEqual([0, 0]);
  });

  it('applies additions, removals and roles to the members', () => {
    const roles = new Map<string, TeamRole>([
      ['ada', 'member'],
      ['linus', 'owner'],
    ]);
    const { added, changed } = planChanges({ add: ['linus'], roles }, members, current);
    expect(added).toEqual(new Map([['linus', 'owner']]));
    expect(changed).toEqual(new Map([['ada', 'member']]));
  });

  it('removes a user who is in both lists, by id in one and by e-mail address in the other', () => {
    const { added, removed } = planChanges({ add: ['grace'], remove: ['Grace@Example.com'] }, members, current);
    expect([added.size, removed]).toEqual([0, []]);
    const inIt = new Map<string, TeamRole>([['grace', 'member']]);
    expect(planChanges({ add: ['GRACE@example.com'], remove: ['grace'] }, members, inIt).removed).toEqual(['grace']);
  });

  it('removes a user who is also given a role', () => {
    const plan = planChanges({ remove: ['ada'], roles: new Map([['ada', 'owner']]) }, members, current);
    expect([plan.removed, plan.changed.size]).toEqual([['ada'], 0]);
  });

  it('refuses users who are not members by name, and ignores unknown ones to remove', () => {
    const strangers = ['a@example.org', 'b', 'c', 'd', 'e'];
    expect(() => planChanges({ add: strangers }, members, current)).toThrow(/"a@example.org", "b", "c" and 2 more/);
    expect(planChanges({ add: ['x'], remove: ['x', 'y'] }, members, current).removed).toEqual([]);
  });

  it('looks up everybody once, e-mail addresses in lower case', () => {
    const roles = new Map<string, TeamRole>([['ada', 'owner']]);
    expect(namesIn({ add: ['ada', ' Grace@Example.COM '], remove: ['grace@example.com'], roles })).toEqual([
      'ada',
      'grace@example.com',
    ]);
  });
});

describe('a team', () => {
  it('has a title of 1 to 64 characters, without spaces around it', () => {
    const team = Team.create('organization', '  Writers ', new Date());
    expect(team.title).toBe('Writers');
    expect(() => team.rename('  ')).toThrow(/1 to 64/);
    expect(() => team.rename('x'.repeat(65))).toThrow(/1 to 64/);
  });
});

describe('permissions on a team', () => {
  it.each([
    ['admin', undefined, { admin: true, view: true }],
    ['create', undefined, { admin: false, view: true }],
    ['read', 'owner', { admin: true, view: true }],
    ['read', 'member', { admin: false, view: true }],
    [null, undefined, { admin: false, view: false }],
    [null, 'member', { admin: false, view: true }],
    [null, 'owner', { admin: true, view: true }],
  ] as const)('follows from the role %s and being %s in it', (role, teamRole, permissions) => {
    expect(teamPermissions(role, teamRole)).toEqual(permissions);
  });
});
