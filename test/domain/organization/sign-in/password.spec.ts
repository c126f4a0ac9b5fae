import { describe, expect, it } from '@jest/globals';
import { html } from '#kernel/interface/pages/html';
import { Password } from '../../../../src/organization/sign-in/domain/password/password.js';
import { validPassword } from '../../../../src/organization/sign-in/domain/password/password-text.js';
import { nextAddress } from '../../../../src/organization/sign-in/application/session/next-address.js';

const MINUTE = 60_000;
const START = new Date('2026-01-01T00:00:00Z');
const after = (ms: number) => new Date(START.getTime() + ms);

/** Fails until the next attempt must wait, then as soon as it is allowed again; returns the minutes of each wait. */
function waits(password: Password, rounds: number): number[] {
  const found: number[] = [];
  let now = START;
  while (found.length < rounds) {
    while (password.attempt(now));
    const until = password.snapshot().lockedUntil ?? now;
    found.push((until.getTime() - now.getTime()) / MINUTE);
    now = until;
  }
  return found;
}

describe('a password', () => {
  it('allows five attempts, then after longer and longer waits up to an hour', () => {
    const password = Password.set('user', 'hash', START);
    expect(Array.from({ length: 6 }, () => password.attempt(START))).toEqual([true, true, true, true, true, false]);
    expect(waits(Password.set('user', 'hash', START), 9)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('forgets failures when it was right, when it is changed, and after a day', () => {
    const password = Password.set('user', 'hash', START);
    for (const forget of [() => password.succeed(), () => password.change('new', START)]) {
      for (let i = 0; i < 6; i++) password.attempt(START);
      forget();
      expect(password.snapshot()).toMatchObject({ failures: 0, lockedUntil: null });
    }
    for (let i = 0; i < 5; i++) password.attempt(START);
    expect(password.attempt(after(25 * 60 * MINUTE))).toBe(true);
    expect(password.snapshot().failures).toBe(1);
  });

  it('has 8 to 1024 characters in its one form', () => {
    expect(validPassword('e\u0301'.repeat(8))).toBe('\u00e9'.repeat(8));
    expect(validPassword('\u{1f600}'.repeat(1024))).toHaveLength(2048);
    expect(() => validPassword('e\u0301'.repeat(7))).toThrow('at least 8');
    expect(() => validPassword('x'.repeat(1025))).toThrow('at most 1024');
  });
});

describe('a piece of HTML', () => {
  it('escapes its parts, except for other pieces of HTML', () => {
    const hostile = `<b a="1" c='2'>&`;
    expect(
      html`<p title="${hostile}">${hostile}${html`<i>${1}</i>`}${[html`a`, html`b`]}${false}${undefined}</p>`.text,
    ).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;<i>1</i>ab</p>',
    );
  });
});

describe('where to go after signing in', () => {
  it.each(['/', '/docs', '/invite/abc?x=1#y'])('may be %s', (path) => {
    expect(nextAddress(path)).toBe(path);
  });

  it.each([
    '',
    'docs',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    '/\n/evil.example',
    'https://evil.example',
    ['/a'],
  ])('is not %j', (path) => {
    expect(nextAddress(path)).toBeUndefined();
  });
});
