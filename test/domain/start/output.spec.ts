import { describe, expect, it } from '@jest/globals';
import { readSettings } from '#kernel/infrastructure/settings';
import { banner, greetingOf } from '../../../src/start/greeting.js';
import { readable, wantsColours } from '../../../src/start/readable-log.js';

const entry = (more: object): string =>
  JSON.stringify({ level: 'warn', time: new Date(2026, 0, 31, 9, 5, 7).toISOString(), ...more });

describe('what a person sees on a terminal', () => {
  it('is a line for each entry of the log: time, level, message, and the other members', () => {
    const request = entry({ method: 'GET', route: '/v1/user', status: 200, ms: 3.1, msg: 'GET /v1/user 200' });
    expect(readable(request, false, false)).toBe('09:05:07  warn   GET /v1/user 200  ms=3.1');
    expect(readable(entry({ msg: 'Late' }), true, false)).toBe(
      '\u001B[90m09:05:07\u001B[39m  \u001B[33mwarn \u001B[39m  Late',
    );
  });

  it.each([
    ['as text', 'as text'],
    [3.1, '3.1'],
    [true, 'true'],
    [null, 'null'],
    [['a', 1], "[ 'a', 1 ]"],
    [{ open: 2 }, '{ open: 2 }'],
  ])('shows what else is known as it is: %j', (value, shown) => {
    expect(readable(entry({ msg: 'Late', what: value }), false, false)).toBe(`09:05:07  warn   Late  what=${shown}`);
  });

  it('shows why, and the stack only to those who look for it', () => {
    const failed = entry({
      err: { message: 'no room', stack: 'Error: no room\n    at here' },
      msg: 'The answer broke off',
    });
    expect(readable(failed, false, false)).toBe('09:05:07  warn   The answer broke off: no room');
    expect(readable(failed, false, true)).toContain('\n    at here');
  });

  it('has colours unless they are unwanted', () => {
    expect([{}, { NO_COLOR: '1' }, { TERM: 'dumb' }].map((env) => wantsColours(env))).toEqual([true, false, false]);
  });

  it('begins with addresses, the token, how to set a password, and settings to change', () => {
    const settings = readSettings({ PORT: '4000', QUIRE_DATA_DIR: '/data' });
    const said = banner(greetingOf(settings, 'http://127.0.0.1:4000', 'the space "Docs", abc'));
    for (const part of [
      'http://localhost:4000/v1/',
      'http://localhost:4000/docs',
      '/data/admin-token',
      'user password --email admin@localhost',
      'the space "Docs", abc',
      'set QUIRE_PUBLIC_URL',
      'set QUIRE_DEMO=off',
      'Ctrl-C',
    ])
      expect(said).toContain(part);
  });

  it.each([
    [{ QUIRE_HOST: '127.0.0.1' }, []],
    [{ QUIRE_PUBLIC_URL: 'https://docs.example.com', QUIRE_DEMO: 'off' }, []],
    [{ QUIRE_PUBLIC_URL: 'https://docs.example.com' }, ['QUIRE_DEMO']],
    [{ QUIRE_DEMO: 'off' }, ['QUIRE_HOST']],
    [{ QUIRE_ROLE: 'worker' }, []],
  ])('warns as far as others can reach the server: %j', (env, begins) => {
    const { warnings } = greetingOf(readSettings(env as Record<string, string>), 'http://127.0.0.1:3000', undefined);
    expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(begins);
  });
});
