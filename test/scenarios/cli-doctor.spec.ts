import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Installation, run } from './command-line.js';

let quire: Installation;

function doctor(env: Record<string, string> = {}) {
  return run(['doctor'], { ...quire.env, PORT: '0', ...env });
}

/** Every setup runs all migrations, which takes long on a busy machine. */
jest.setTimeout(120_000);

describe('doctor', () => {
  beforeAll(async () => {
    quire = await Installation.make();
  });

  afterAll(() => quire.remove());

  it('finds a new set-up well, with the migrations still to come', async () => {
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toMatch(/^warn {2}migrations: /m);
    expect(out).toMatch(/^ok {4}database: PostgreSQL \d+/m);
    expect(out).toMatch(/^ok {4}clock: it agrees with the database's$/m);
    expect(out).toMatch(/^ok {4}size: the database is empty$/m);
    expect(out).toMatch(/^ok {4}file store: .* can be written$/m);
    expect(out).toMatch(/^ok {4}memory: \d+ MB, caches \d+ MB$/m);
  });

  it('reports that the migrations are applied', async () => {
    await quire.run('migrate');
    const { out } = await doctor({ QUIRE_SECRET_KEY: 'ab'.repeat(32) });
    expect(out).toMatch(/^ok {4}migrations: all are applied$/m);
    expect(out).toMatch(/^ok {4}size: the database has [\d.]+ MB; the largest tables: \w+/m);
  });

  it('lists what grows with its size, its bound and its setting, in lines that fit a terminal', async () => {
    const { out } = await doctor({ QUIRE_KEEP_INSIGHT_DAYS: 'forever', QUIRE_KEEP_AUDIT_DAYS: '800' });
    expect(out).toMatch(/^ok {4}growth: what is kept/m);
    expect(out).toMatch(/^ {6}audit trail +[\d.]+ [kM]?B +0 {2}800 days, then in files, QUIRE_KEEP_AUDIT_DAYS$/m);
    expect(out).toMatch(/^ {6}views and feedback of sites +[\d.]+ [kM]?B +0 {2}for ever, QUIRE_KEEP_INSIGHT_DAYS$/m);
    expect(Math.max(...out.split('\n').map((line) => (line.startsWith('      ') ? line.length : 0)))).toBeLessThan(140);
  });

  it('warns of an index that was interrupted while it was made, and says how it is made again', async () => {
    const client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
    try {
      await client.query(`insert into kernel.bounding_run (job, first_at) values ('one', now()), ('two', now())`);
      await expect(
        client.query('create unique index concurrently doubled on kernel.bounding_run ((true))'),
      ).rejects.toThrow(/could not create unique index/);
      await client.query(`delete from kernel.bounding_run where job in ('one', 'two')`);
      const env = { QUIRE_SECRET_KEY: 'ab'.repeat(32) };
      const statement = 'reindex index concurrently kernel.doubled;';
      expect((await doctor(env)).out).toMatch(
        new RegExp(`^warn {2}indexes: making kernel.doubled was interrupted, .* run ${statement}$`, 'm'),
      );
      await client.query(statement);
      expect((await doctor(env)).out).not.toMatch(/indexes: /);
      await client.query('drop index kernel.doubled');
    } finally {
      await client.end();
    }
  });

  it('warns of a job that bounds something and did not end for two days, or never', async () => {
    const client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
    try {
      await client.query(`insert into kernel.bounding_run (job, first_at, ended_at) values
        ('content.purge-prints', now() - interval '9 days', now() - interval '3 days')`);
      const { code, out } = await doctor({ QUIRE_SECRET_KEY: 'ab'.repeat(32) });
      expect(code).toBe(0);
      expect(out).toMatch(/^warn {2}growth: content\.purge-prints came to its end 3 days ago, so prints may grow/m);
      expect(out).toMatch(
        /^warn {2}growth: organization\.export-audit never came to its end, so audit trail may grow/m,
      );
      await client.query(`update kernel.bounding_run set first_at = now(), ended_at = now()`);
      expect((await doctor()).out).not.toMatch(/^warn {2}growth/m);
    } finally {
      await client.query('delete from kernel.bounding_run');
      await client.end();
    }
  });

  it('says whose the store of files is, and what to do where another database uses it', async () => {
    await quire.run('migrate');
    const key = { QUIRE_SECRET_KEY: 'ab'.repeat(32) };
    const claim = (...options: string[]) => run(['storage', 'claim', ...options], { ...quire.env, ...key });
    const owner = async (): Promise<string> => /^.*store owner: .*$/m.exec((await doctor(key)).out)?.[0] ?? '';
    expect(await owner()).toMatch(/^ok {4}store owner: none yet/);
    expect(await claim()).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect(await owner()).toMatch(/^ok {4}store owner: none yet/);
    expect(await claim('--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${quire.dataDir}/blobs belongs to this database`),
    });
    expect(await owner()).toMatch(/^ok {4}store owner: the files are those of this database$/);
    const file = join(quire.dataDir, 'blobs', 'quire-store.json');
    writeFileSync(file, JSON.stringify({ id: 'another' }));
    expect(await owner()).toMatch(/^fail {2}store owner: the store has the mark of another database/);
    expect((await doctor(key)).code).toBe(1);
    writeFileSync(file, JSON.stringify({ disputed: ['another', 'third'] }));
    expect(await owner()).toMatch(/^fail {2}store owner: another database uses the same store.*quire storage claim/);
    await claim('--yes');
    expect(await owner()).toMatch(/^ok {4}store owner: the files/);
    const { refused } = JSON.parse(readFileSync(file, 'utf8')) as { refused: string[] };
    expect(refused.slice(0, 2)).toEqual(['another', 'third']);
    writeFileSync(file, JSON.stringify({ id: 'another', refused: [refused[2]] }));
    expect(await owner()).toMatch(
      /^fail {2}store owner: the store belongs to another database, as quire storage claim/,
    );
    rmSync(file);
  });

  it('lists every setting that cannot be used and looks no further', async () => {
    const { code, out } = await doctor({ PORT: 'x', QUIRE_OUTBOUND_ALLOW: '10.0.0.0/99' });
    expect(code).toBe(1);
    expect(out.match(/^fail {2}settings: .*(PORT|QUIRE_OUTBOUND_ALLOW).*$/gm)).toHaveLength(2);
    expect(out).not.toContain('database');
  });

  it('finds a database that cannot be reached, and does not show its password', async () => {
    const { code, out } = await doctor({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}database: DATABASE_URL leads to 127\.0\.0\.1:1, /m);
    expect(out).not.toContain('hidden');
  });

  it('finds that its user may not read and write what is in the database', async () => {
    const client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ may: boolean }>(
        'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
      );
      // Without the right to create roles the test has only its own.
      if (rows[0]?.may !== true) return;
      const url = new URL(quire.databaseUrl);
      [url.username, url.password] = [`reader_${url.pathname.slice(1)}`, 'walnut'];
      await client.query(`create role "${url.username}" login password 'walnut'`);
      const { code, out } = await doctor({ DATABASE_URL: url.href });
      await client.query(`drop role "${url.username}"`);
      expect({ code, out }).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^fail {2}database: DATABASE_URL names the user reader_\w+, who may not /m),
      });
      expect(out).not.toContain('walnut');
    } finally {
      await client.end();
    }
  });

  it('finds that another program has the port', async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, '0.0.0.0');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, out } = await doctor({ PORT: String(port), QUIRE_SECRET_KEY: 'ab'.repeat(32) });
    other.close();
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(/^fail {2}port: another program/m) });
  });

  it('finds a secret key that others may read, or that is gone although data was sealed with it', async () => {
    const file = join(quire.dataDir, 'secret-key');
    writeFileSync(file, 'ab'.repeat(32), { mode: 0o644 });
    expect(await doctor()).toMatchObject({ code: 0, out: expect.stringMatching(/^warn {2}secret key: .*chmod 600/m) });
    rmSync(file);
    const { code, out } = await doctor();
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(/^fail {2}secret key: .*missing/m) });
  });

  it.each([
    ['http://docs.example.com', 'warn', /not encrypted/],
    ['https://docs.example.com', 'ok', /docs\.example\.com/],
  ])('judges the public URL %s', async (url, state, message) => {
    const { out } = await doctor({ QUIRE_PUBLIC_URL: url });
    const line = out.split('\n').find((each) => each.includes('public URL: '));
    expect(line?.startsWith(state)).toBe(true);
    expect(line).toMatch(message);
  });
});
