import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { User } from '../../../../src/organization/members/domain/user.js';

const NOW = new Date('2030-01-01T00:00:00.000Z');

describe('a user', () => {
  it('is identified by an e-mail address in lower case', () => {
    expect(User.create('  Ada@Example.COM ', ' Ada ', NOW).snapshot()).toMatchObject({
      email: 'ada@example.com',
      displayName: 'Ada',
      version: 0,
      createdAt: NOW,
    });
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a da@example.com',
    'a@b@c',
    `${'x'.repeat(65)}@example.com`,
    'a\u0000@b',
  ])('is not known by "%s"', (email) => {
    expect(() => User.create(email, 'Ada', NOW)).toThrow(Invalid);
  });

  it('has a name of 1 to 64 characters', () => {
    expect(User.create('a@b', 'x'.repeat(64), NOW).snapshot().displayName).toHaveLength(64);
    for (const name of ['', '  ', 'x'.repeat(65)]) expect(() => User.create('a@b', name, NOW)).toThrow(Invalid);
  });
});
