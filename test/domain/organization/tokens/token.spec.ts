import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { newSecret, Token } from '../../../../src/organization/tokens/domain/token.js';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const LATER = new Date('2030-01-01T00:00:01.000Z');

describe('a token', () => {
  it('has a secret of 256 random bits with a prefix for scanners', () => {
    const secrets = new Set(Array.from({ length: 50 }, newSecret));
    expect(secrets.size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^quire_[0-9A-Za-z]{43}$/);
  });

  it('keeps a hash and a hint, never the secret', () => {
    const secret = newSecret();
    const state = Token.create('user', ' Laptop ', secret, 'hash', {}, NOW).snapshot();
    expect(state).toMatchObject({ label: 'Laptop', hash: 'hash', hint: secret.slice(0, 10), lastUsedAt: null });
    expect(JSON.stringify(state)).not.toContain(secret);
  });

  it('has a label of 1 to 50 characters and ends in the future', () => {
    const create = (label: string, expiresAt?: Date) =>
      Token.create('user', label, 's', 'h', { ...(expiresAt && { expiresAt }) }, NOW);
    expect(create('x', LATER).snapshot().expiresAt).toEqual(LATER);
    for (const label of ['', '   ', 'x'.repeat(51)]) expect(() => create(label)).toThrow(Invalid);
    expect(() => create('x', NOW)).toThrow(/in the future/);
  });
});
