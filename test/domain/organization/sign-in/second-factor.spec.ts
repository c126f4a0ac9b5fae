import { describe, expect, it } from '@jest/globals';
import { hashOf } from '#kernel/domain/secret-hash';
import { MOST_PASSKEYS, Passkey } from '../../../../src/organization/sign-in/domain/second-factor/passkey.js';
import { parseAnswer } from '../../../../src/organization/sign-in/domain/second-factor/passkey-answer.js';
import {
  newPasskeyRegistration,
  newPendingSignIn,
} from '../../../../src/organization/sign-in/domain/second-factor/pending-sign-in.js';
import {
  newRecoveryCodes,
  normalCode,
  RecoveryCodes,
} from '../../../../src/organization/sign-in/domain/second-factor/recovery-codes.js';

const START = new Date('2026-01-01T00:00:00Z');
const after = (ms: number) => new Date(START.getTime() + ms);
const MINUTE = 60_000;

describe('recovery codes', () => {
  it('are ten of 80 bits, in groups that can be read', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  });

  it('use each character evenly', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 200; i++)
      for (const character of newRecoveryCodes().join('').replaceAll('-', ''))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(32);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
  });

  it('work once each, however they are spaced, in either case and with letters that look like digits', () => {
    const codes = RecoveryCodes.create('user', ['01ab-cdef-ghjk-mnpq', '2222-3333-4444-5555'], START);
    expect(codes.use(' OIAB cdef\tGHJK - mnpq ', START)).toBe('used');
    expect(codes.use('01ab-cdef-ghjk-mnpq', START)).toBe('wrong');
    expect(codes.use('2222333344445555', START)).toBe('used');
    expect(codes.snapshot().hashes).toEqual([]);
  });

  it('are stored as hashes only', () => {
    const made = newRecoveryCodes();
    const state = RecoveryCodes.create('user', made, START).snapshot();
    expect(state.hashes).toEqual(made.map((code) => hashOf(normalCode(code))));
    expect(made.some((code) => JSON.stringify(state).includes(code))).toBe(false);
  });

  it('are locked after five wrong ones, also for the right one, until the pause is over', () => {
    const [right = '', ...rest] = newRecoveryCodes();
    const codes = RecoveryCodes.create('user', [right, ...rest], START);
    const tries = Array.from({ length: 6 }, () => codes.use('wrong', START));
    expect(tries).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'locked']);
    expect(codes.use(right, START)).toBe('locked');
    expect(codes.use(right, after(MINUTE))).toBe('used');
    expect(codes.snapshot()).toMatchObject({ failures: 0, lockedUntil: null });
  });

  it('replace all before, without forgetting what was tried', () => {
    const [old = ''] = newRecoveryCodes();
    const codes = RecoveryCodes.create('user', [old], START);
    codes.use('wrong', START);
    const next = newRecoveryCodes();
    codes.replace(next, START);
    expect(codes.snapshot().failures).toBe(1);
    expect(codes.use(old, START)).toBe('wrong');
    expect(codes.use(next[9] ?? '', START)).toBe('used');
  });
});

describe('a passkey', () => {
  const add = (counter: number) =>
    Passkey.add('user', ' Laptop ', { credentialId: 'id', publicKey: 'key', counter, transports: [] }, START);

  it('has a name of 1 to 50 characters', () => {
    expect(add(0).label).toBe('Laptop');
    const named = (label: string) => () =>
      Passkey.add('user', label, { credentialId: 'id', publicKey: 'key', counter: 0, transports: [] }, START);
    expect(named('  ')).toThrow('label takes 1 to 50 characters');
    expect(named('x'.repeat(51))).toThrow('label takes 1 to 50 characters');
    expect(MOST_PASSKEYS).toBe(20);
  });

  it.each([
    ['goes up', 5, 6, true],
    ['jumps', 5, 500, true],
    ['begins', 0, 1, true],
    ['is not counted', 0, 0, true],
    ['stays', 5, 5, false],
    ['goes back', 5, 4, false],
    ['is no longer counted', 5, 0, false],
  ])('whose counter %s from %i to %i is accepted: %s', (_, before, counter, accepted) => {
    const passkey = add(before);
    expect(passkey.use(counter, after(MINUTE))).toBe(accepted);
    expect(passkey.snapshot()).toMatchObject(
      accepted ? { counter, lastUsedAt: after(MINUTE) } : { counter: before, lastUsedAt: null },
    );
  });
});

describe('a pending sign-in', () => {
  it('waits five minutes, and its secret is not stored', () => {
    const { secret, pending } = newPendingSignIn('user', '/docs', START);
    expect(pending).toMatchObject({ userId: 'user', next: '/docs', expiresAt: after(5 * MINUTE) });
    expect(pending.browser).toBe(hashOf(secret));
    expect(JSON.stringify(pending)).not.toContain(secret);
  });

  it('has its own challenge of 256 bits, as a passkey that is added has', () => {
    const challenges = [
      newPendingSignIn('user', undefined, START).pending.challenge,
      newPendingSignIn('user', undefined, START).pending.challenge,
      newPasskeyRegistration({ userId: 'user', sessionId: 'session' }, 'Laptop', START).challenge,
    ];
    expect(new Set(challenges).size).toBe(3);
    for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
  });
});

describe('the answer of a browser', () => {
  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a text', '"id"'],
    ['without an id', '{"rawId":"a"}'],
    ['with an id that is no text', '{"id":7}'],
    ['with an id of other characters', '{"id":"a b"}'],
    ['with an id that is too long', JSON.stringify({ id: 'a'.repeat(1365) })],
    ['too long', JSON.stringify({ id: 'a', more: 'x'.repeat(20_000) })],
  ])('is refused: %s', (_, text) => {
    expect(parseAnswer(text)).toBeUndefined();
  });

  it('is taken with the id of a passkey', () => {
    expect(parseAnswer('{"id":"a-_Z","response":{}}')).toEqual({ id: 'a-_Z', response: {} });
  });
});
