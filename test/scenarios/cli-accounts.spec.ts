import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { parseExpiry } from '../../src/cli/commands/token.js';
import { Installation } from './command-line.js';

const TOKEN = /^quire_[0-9A-Za-z]{43}\n$/;

let quire: Installation;

describe('users and tokens on the command line', () => {
  beforeAll(async () => {
    quire = await Installation.make();
  });

  afterAll(() => quire.remove());

  it('migrates once and lists the applied migrations', async () => {
    const first = await quire.run('migrate');
    expect(first.code).toBe(0);
    expect(first.out.split('\n')).toContain('organization: Organization1790000000101');
    expect(await quire.run('migrate')).toMatchObject({ code: 0, out: '' });
  });

  it('creates a user whose token is the only output and calls the API, until it is revoked', async () => {
    await quire.serve();
    try {
      const created = await quire.run('user', 'create', '--email', 'Ada@Example.com', '--name', 'Ada');
      expect(created).toMatchObject({ code: 0, out: expect.stringMatching(TOKEN) });
      expect(created.err).not.toContain(created.out.trim());
      const token = created.out.trim();
      const me = await quire.json<{ displayName: string }>('GET', '/v1/user', token);
      expect(me.displayName).toBe('Ada');
      const listed = await quire.run('token', 'list', '--email', 'ada@example.com');
      expect(listed.out).toContain('Made with the user');
      expect(listed.out).not.toContain(token);
      const id = listed.out.split(' ')[0] ?? '';
      expect(await quire.run('token', 'revoke', '--email', 'ada@example.com', id)).toMatchObject({ code: 0 });
      // The running server caches callers; the change is notified at once.
      await expect(refusedWithin(quire, token, 2_000)).resolves.toBe(true);
    } finally {
      await quire.endServer();
    }
  });

  it('creates a token with a label and an expiry, and lists it', async () => {
    await quire.run('user', 'create', '--email', 'eve@example.com', '--name', 'Eve');
    const args = ['--email', 'eve@example.com', '--label', 'Build', '--expires', '2999-01-31'];
    expect(await quire.run('token', 'create', ...args)).toMatchObject({ code: 0, out: expect.stringMatching(TOKEN) });
    const { out } = await quire.run('token', 'list', '--email', 'eve@example.com');
    expect(out.split('\n')[0]).toMatch(/expires 2999-01-31T00:00:00\.000Z {2}never used {2}all scopes {2}Build$/);
  });

  it('prints a link to set a password as the only output', async () => {
    await quire.run('user', 'create', '--email', 'grace@example.com', '--name', 'Grace');
    const { code, out } = await quire.run('user', 'password', '--email', 'grace@example.com');
    expect([code, out]).toEqual([0, expect.stringMatching(/^http:\/\/quire\.test\/password\/[0-9A-Za-z]{43}\n$/)]);
    expect(await quire.run('user', 'password', '--email', 'nobody@example.com')).toMatchObject({ code: 1, out: '' });
  });

  it('shows how much of a second factor a user has, and removes it', async () => {
    await quire.run('user', 'create', '--email', 'lost@example.com', '--name', 'Lost');
    const database = new pg.Client({ connectionString: quire.databaseUrl });
    await database.connect();
    try {
      const of = `from organization."user" where email = 'lost@example.com'`;
      await database.query(
        `insert into organization.passkey
           (id, version, user_id, credential_id, public_key, counter, transports, label, created_at)
         select n, 1, id, n, 'key', 0, '{}', 'Key', now() ${of.replace('from', `from unnest(array['a', 'b']) n,`)}`,
      );
      await database.query(
        `insert into organization.recovery_codes (user_id, version, hashes, failures, created_at)
         select id, 1, '{x,y,z}', 0, now() ${of}`,
      );
      const command = ['user', 'second-factor', '--email', 'lost@example.com'];
      const had = { code: 0, out: 'passkeys: 2  recovery codes: 3\n' };
      expect(await quire.run(...command)).toMatchObject({ ...had, err: expect.stringContaining('--remove') });
      expect(await quire.run(...command, '--remove')).toMatchObject({
        ...had,
        err: expect.stringContaining('Removed'),
      });
      const none = { code: 0, out: 'passkeys: 0  recovery codes: 0\n' };
      expect(await quire.run(...command)).toMatchObject(none);
      expect(await quire.run(...command, '--remove')).toMatchObject({
        ...none,
        err: expect.stringContaining('nothing to remove'),
      });
    } finally {
      await database.end();
    }
    const unknown = await quire.run('user', 'second-factor', '--email', 'nobody@example.com', '--remove');
    expect(unknown).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    ['a taken address', ['user', 'create', '--email', 'eve@example.com', '--name', 'Eve'], 1, /exists/],
    ['no address', ['user', 'create', '--email', 'eve', '--name', 'Eve'], 1, /not an e-mail address/],
    ['an unknown user', ['token', 'list', '--email', 'nobody@example.com'], 1, /no user/],
    ['an unknown token', ['token', 'revoke', 'nope', '--email', 'eve@example.com'], 1, /no token/],
    ['an option left out', ['token', 'create'], 2, /--email/],
    ['an end that is none', ['token', 'create', '--email', 'eve@example.com', '--expires', 'soon'], 2, /--expires/],
    ['an unknown command', ['frobnicate'], 2, /frobnicate/],
  ])('refuses %s in one line', async (_, args, code, message) => {
    const ran = await quire.run(...args);
    expect(ran).toMatchObject({ code, out: '', err: expect.stringMatching(message) });
    expect(ran.err).not.toMatch(/^\s+at /m);
  });

  it.each([
    ['90d', '2030-04-01T00:00:00.000Z'],
    ['4w', '2030-01-29T00:00:00.000Z'],
    ['1y', '2031-01-01T00:00:00.000Z'],
    ['2030-01-02', '2030-01-02T00:00:00.000Z'],
    ['2030-01-02T03:04:05+01:00', '2030-01-02T02:04:05.000Z'],
  ])('reads %s as an end', (text, end) => {
    expect(parseExpiry(text, new Date('2030-01-01T00:00:00Z')).toISOString()).toBe(end);
  });

  it.each(['0d', '99999y', '2029-12-31', '2030-13-01', '-5d', ''])('refuses "%s" as an end', (text) => {
    expect(() => parseExpiry(text, new Date('2030-01-01T00:00:00Z'))).toThrow('--expires');
  });
});

async function refusedWithin(installation: Installation, token: string, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await new Promise((wake) => setTimeout(wake, 20))) {
    if ((await installation.get('/v1/user', token)).status === 401) return true;
  }
  return false;
}
