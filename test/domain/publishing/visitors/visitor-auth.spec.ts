import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { VisitorAuth } from '../../../../src/publishing/visitors/domain/authentication/visitor-auth.js';

const NOW = new Date('2026-05-04T12:00:00Z');
const LATER = new Date('2026-05-04T13:00:00Z');
const begin = () => VisitorAuth.begin('org', 'site', NOW);

describe('visitor authentication', () => {
  it('begins with a key of 256 bits that no other site has', () => {
    const keys = Array.from({ length: 50 }, () => begin().snapshot().key);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(begin().snapshot()).toMatchObject({ backend: 'custom', integration: null, fallbackUrl: null });
  });

  it('gets another key when it is regenerated, and keeps all else', () => {
    const auth = begin();
    auth.update({ fallbackUrl: 'https://app.example.com/login' }, NOW);
    const before = auth.snapshot();
    auth.regenerate(LATER);
    const after = auth.snapshot();
    expect(after.key).not.toBe(before.key);
    expect(after).toEqual({ ...before, key: after.key, updatedAt: LATER });
  });

  it('reports that another key signs from now on', () => {
    const auth = begin();
    const changes = (wanted: Parameters<VisitorAuth['update']>[0]) => auth.update(wanted, LATER);
    expect(changes({ fallbackUrl: 'https://app.example.com/', logoutUrl: 'http://app.example.com/out' })).toBe(false);
    expect(changes({ integration: 'va-okta' })).toBe(false);
    expect(changes({ backend: 'integration' })).toBe(true);
    expect(changes({ backend: 'integration', integration: 'va-okta' })).toBe(false);
    expect(changes({ integration: 'va-auth0' })).toBe(true);
    expect(changes({ integration: null })).toBe(true);
    expect(changes({ backend: 'custom' })).toBe(true);
  });

  it('leaves what is left out and clears what is null', () => {
    const auth = begin();
    auth.update({ fallbackUrl: 'https://a.example/', logoutUrl: 'https://b.example/', integration: 'one' }, NOW);
    auth.update({ fallbackUrl: null }, LATER);
    expect(auth.snapshot()).toMatchObject({ fallbackUrl: null, logoutUrl: 'https://b.example/', integration: 'one' });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//app.example.com',
    '/login',
    'app.example.com',
    'https://',
    'https://user:secret@app.example.com/',
    'https://app.example.com/\nx',
    ' https://app.example.com/',
    'https://app.example.com/\u0000',
    `https://app.example.com/${'x'.repeat(2048)}`,
    '',
  ])('redirects no visitor to %j', (address) => {
    expect(() => begin().update({ fallbackUrl: address }, NOW)).toThrow(Invalid);
    expect(() => begin().update({ logoutUrl: address }, NOW)).toThrow('logoutURL must be an http or https address');
  });

  it('refuses what is not the name of an integration', () => {
    for (const integration of ['', 'a b', 'a/b', 'x'.repeat(101), 'a\u0000']) {
      expect(() => begin().update({ integration }, NOW)).toThrow(Invalid);
    }
  });
});
