import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readSettings } from '#kernel/infrastructure/settings';
import { testPool } from '#testing/test-pool';
import { openMigratedDatabase } from '../../src/database.js';
import { Installation, run, type Ran } from './command-line.js';

const [KEY, OTHER] = ['11'.repeat(32), '22'.repeat(32)];

describe('the secret key of a database', () => {
  let quire: Installation;
  let folder: string;
  let token: string;
  let database: pg.Pool;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-secret-key-'));
    quire = await Installation.make();
    await quire.serve();
    token = readFileSync(join(quire.dataDir, 'admin-token'), 'utf8').trim();
    database = testPool(quire.databaseUrl);
  }, 60_000);

  afterAll(async () => {
    await database.end();
    await quire.remove();
    rmSync(folder, { recursive: true });
  });

  /** The first steps of a start, with other settings. */
  const start = (env: NodeJS.ProcessEnv) =>
    openMigratedDatabase(readSettings({ ...quire.env, ...env }), () => undefined);
  const command = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> => run(args, { ...quire.env, ...env });
  const ownKey = () => readFileSync(join(quire.dataDir, 'secret-key'), 'utf8').trim();
  const fingerprint = async () =>
    (await database.query<{ fingerprint: string }>('select fingerprint from kernel.secret_key')).rows[0]?.fingerprint;
  const tokens = async () => (await database.query('select from organization.token')).rowCount;

  it('is identified by a fingerprint that reveals nothing of it', async () => {
    expect(await fingerprint()).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprint()).not.toContain(ownKey().slice(0, 16));
    expect((await start({ QUIRE_SECRET_KEY: ownKey() })).secretKey.toString('hex')).toBe(ownKey());
  });

  it('is required: with a new data folder nothing starts, and neither a key nor a token is created', async () => {
    const fresh = join(folder, 'fresh');
    const made = await tokens();
    const refusal = /^\S+\/secret-key is missing although the database was used with a secret key: .+\.$/;
    await expect(start({ QUIRE_DATA_DIR: fresh })).rejects.toThrow(refusal);
    expect([existsSync(fresh), await tokens()]).toEqual([false, made]);
  });

  it('must be the same: another is refused in one sentence, with the exit code 1', async () => {
    await expect(start({ QUIRE_SECRET_KEY: OTHER })).rejects.toThrow(
      /^QUIRE_SECRET_KEY is not the secret key that the database was used with: .*quire rekey\.$/,
    );
    for (const args of [
      ['token', 'list', '--email', 'admin@localhost'],
      ['backup', join(folder, 'wrong.zip')],
    ]) {
      const ran = await command({ QUIRE_SECRET_KEY: OTHER }, ...args);
      expect([ran.code, ran.err.trim().split('\n').at(-1)]).toEqual([
        1,
        expect.stringMatching(/^quire: QUIRE_SECRET_KEY is not .* quire rekey\.$/),
      ]);
    }
    expect(existsSync(join(folder, 'wrong.zip'))).toBe(false);
  });

  it('is looked at by the doctor', async () => {
    expect((await command({}, 'doctor')).out).toContain('ok    secret key: it is the one that the database');
    const ran = await command({ QUIRE_SECRET_KEY: OTHER }, 'doctor');
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining('fail  secret key: QUIRE_SECRET_KEY is not')]);
  });

  it('is one, however many processes with keys of their own start at once on a database of before', async () => {
    await database.query('delete from kernel.secret_key');
    const keys = [1, 2, 3, 4].map((n) => String(n).repeat(64));
    const started = await Promise.allSettled(keys.map((key) => start({ QUIRE_SECRET_KEY: key })));
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await database.query('delete from kernel.secret_key');
    await start({});
  });

  it('is confirmed by encrypted values, where an older version left no fingerprint', async () => {
    const organization = (await quire.json<{ items: { id: string }[] }>('GET', '/v1/orgs', token)).items[0]?.id ?? '';
    const site = await quire.json<{ id: string }>('POST', `/v1/orgs/${organization}/sites`, token, {
      title: 'Docs',
      visibility: 'share-link',
    });
    await quire.json('POST', `/v1/orgs/${organization}/sites/${site.id}/share-links`, token, { name: 'Friends' });
    await database.query('delete from kernel.secret_key');
    await expect(start({ QUIRE_SECRET_KEY: OTHER })).rejects.toThrow('is not the secret key');
    await expect(start({ QUIRE_DATA_DIR: join(folder, 'fresh') })).rejects.toThrow('is missing');
    expect(await fingerprint()).toBeUndefined();
    await start({});
    expect(await fingerprint()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is not given up by mistake: rekey wants a word, and no running server', async () => {
    const ran = await command({ QUIRE_SECRET_KEY: KEY }, 'rekey');
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('share links')]);
    expect(await command({ QUIRE_SECRET_KEY: KEY }, 'rekey', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('A Quire server is running'),
    });
  });

  it('is replaced by rekey, which deletes what can no longer be read and nothing else', async () => {
    await quire.endServer();
    const made = await tokens();
    const ran = await command({ QUIRE_SECRET_KEY: KEY }, 'rekey', '--yes');
    expect([ran.code, ran.out]).toEqual([0, 'publishing.share_link: 1 deleted\n']);
    expect((await start({ QUIRE_SECRET_KEY: KEY })).secretKey.toString('hex')).toBe(KEY);
    await expect(start({})).rejects.toThrow('is not the secret key');
    expect(await tokens()).toBe(made);
    expect((await command({ QUIRE_SECRET_KEY: KEY }, 'rekey', '--yes')).out).toBe('');
    await command({}, 'rekey', '--yes');
  });

  it('is backed up and restored', async () => {
    const archive = join(folder, 'backup.zip');
    expect((await quire.run('backup', archive)).code).toBe(0);
    const target = await Installation.make();
    try {
      expect((await target.run('restore', archive)).code).toBe(0);
      const settings = readSettings(target.env);
      expect((await openMigratedDatabase(settings, () => undefined)).secretKey.toString('hex')).toBe(ownKey());
    } finally {
      await target.remove();
    }
  });

  it('leaves the first administrator’s token alone: a start with the same key and a new folder creates none', async () => {
    const made = await tokens();
    const other = join(folder, 'other');
    const env = { QUIRE_DATA_DIR: other, QUIRE_SECRET_KEY: ownKey() };
    const second = Installation.on(quire, env);
    await second.serve();
    expect([await tokens(), existsSync(join(other, 'admin-token'))]).toEqual([made, false]);
    await second.remove();
  });
});
