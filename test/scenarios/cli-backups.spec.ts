import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SmallS3 } from '../contexts/content/revisions/small-s3.js';
import { Installation, run, type Ran } from './command-line.js';

/** Every restore fills a new database, which takes long on a busy machine. */
jest.setTimeout(180_000);

describe('places of backups', () => {
  const store = new SmallS3();
  let folder: string;
  let quire: Installation;
  let bucket: Record<string, string>;
  const within = (name: string): string => join(folder, name);
  const ran = (args: string[], env: Record<string, string> = {}): Promise<Ran> => run(args, { ...quire.env, ...env });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-backups-'));
    const endpoint = await store.start();
    bucket = {
      QUIRE_BACKUP_S3_ENDPOINT: endpoint,
      QUIRE_BACKUP_S3_ACCESS_KEY_ID: 'a',
      QUIRE_BACKUP_S3_SECRET_ACCESS_KEY: 'b',
    };
    quire = await Installation.make();
    await quire.serve();
  });
  afterAll(async () => {
    await quire.remove();
    await store.stop();
    rmSync(folder, { recursive: true });
  });

  /** Its archives of other times, which need not be whole for what is tried here. */
  function age(place: string, server: string, ...times: string[]): void {
    for (const time of times) writeFileSync(within(`${place}/quire-${time}-${server}.zip`), 'an old one');
  }

  it('get backups that carry their time, are listed and can be restored from', async () => {
    const env = { QUIRE_BACKUP_TO: within('nightly') };
    const done = await ran(['backup'], env);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('rows of') });
    const [name = ''] = readdirSync(within('nightly'));
    expect(name).toMatch(/^quire-\d{8}T\d{6}Z-[0-9a-f]{8}\.zip$/);
    const listed = await ran(['backups'], env);
    expect(listed.out).toMatch(new RegExp(`^${name} .* 0 minutes old +verified 2`));
    expect((await ran(['restore', '--check', within(`nightly/${name}`)])).out).toContain('is whole');
    const { out } = await ran(['doctor'], { ...env, QUIRE_BACKUP_SCHEDULE: '0 2 * * *' });
    expect(out).toMatch(/ok +backups: the newest in .* is 0 minutes old/);
  });

  it('are rotated: what no rule keeps is removed, but nothing of other servers and no other files', async () => {
    const place = within('nightly');
    const own = readdirSync(place)[0]?.slice(-12, -4) ?? '';
    age('nightly', own, '20250103T020000Z', '20250102T020000Z', '20240101T020000Z');
    age('nightly', '00000000', '20230101T020000Z');
    writeFileSync(join(place, 'notes.txt'), 'mine');
    const done = await ran(['backup', '--to', place, '--rotate'], { QUIRE_BACKUP_KEEP: '2m' });
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('older backups') });
    const left = readdirSync(place);
    expect(left).toEqual(expect.arrayContaining(['notes.txt', 'quire-20230101T020000Z-00000000.zip']));
    expect(left).toContain(`quire-20250103T020000Z-${own}.zip`);
    expect(left.filter((name) => name.includes(own))).toHaveLength(2);
  });

  it('are reported where their newest is older than twice the schedule, or where they are away', async () => {
    const [own = ''] = readdirSync(within('nightly')).map((name) => name.slice(-12, -4));
    await ran(['backup', '--to', within('late')]);
    for (const name of readdirSync(within('late'))) rmSync(within(`late/${name}`));
    const server = readdirSync(within('nightly'))
      .find((name) => name.startsWith('quire-20250103'))
      ?.slice(-12, -4);
    age('late', server ?? own, '20250103T020000Z');
    const schedule = { QUIRE_BACKUP_SCHEDULE: '0 2 * * *' };
    const late = await ran(['doctor'], { ...schedule, QUIRE_BACKUP_TO: within('late') });
    expect(late.out).toMatch(/warn +backups: .*older than twice the schedule/);
    const away = await ran(['doctor'], { ...schedule, QUIRE_BACKUP_TO: within('no/such/folder') });
    expect(away).toMatchObject({ code: 1, out: expect.stringContaining('fail  backups:') });
    const failed = await ran(['backup', '--to', within('no/such/folder')]);
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('is not there, nor the folder above it') });
  });

  it('may be buckets: in parts, listed page by page, restored from without a copy on disk, and rotated', async () => {
    const env = { ...bucket, QUIRE_BACKUP_TO: 's3://backups/of/docs' };
    for (let i = 0; i < 2; i++) {
      expect(await ran(['backup'], env)).toMatchObject({
        code: 0,
        out: expect.stringContaining('s3://backups/of/docs/quire-'),
      });
    }
    await ran(['backup'], env);
    const keys = store.keys.filter((key) => key.startsWith('/backups/of/docs/'));
    expect(keys).toHaveLength(3);
    expect(readdirSync(join(quire.dataDir, 'backup-drafts'))).toEqual([]);
    expect((await ran(['backups'], env)).out.trim().split('\n')).toHaveLength(3);
    const newest = `s3:/${keys.at(-1)}`;
    expect(await ran(['restore', '--check', '--from', newest], env)).toMatchObject({ code: 0 });
    const empty = await Installation.make();
    try {
      expect(await run(['restore', newest], { ...empty.env, ...bucket })).toMatchObject({ code: 0 });
      await empty.serve({ empty: true });
      expect(readFileSync(join(empty.dataDir, 'admin-token'))).toEqual(
        readFileSync(join(quire.dataDir, 'admin-token')),
      );
    } finally {
      await empty.remove();
    }
    expect(await ran(['backup', '--rotate'], { ...env, QUIRE_BACKUP_KEEP: '1d' })).toMatchObject({ code: 0 });
    expect(store.keys.filter((key) => key.startsWith('/backups/of/docs/'))).toHaveLength(1);
  });

  it('do not keep an archive that the bucket damaged on its way', async () => {
    const env = { ...bucket, QUIRE_BACKUP_TO: 's3://rotten/' };
    store.damageNext();
    const done = await ran(['backup'], env);
    expect(done).toMatchObject({ code: 1, err: expect.stringContaining('did not read back as it was written') });
    expect(store.keys.filter((key) => key.startsWith('/rotten/'))).toEqual([]);
  });

  it('name a bucket that is not there, or an object', async () => {
    const away = { ...bucket, QUIRE_BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await ran(['backup', '--to', 's3://backups'], away)).toMatchObject({
      code: 1,
      err: expect.stringContaining('s3://backups cannot be used'),
    });
    expect(await ran(['restore', '--check', 's3://backups/none.zip'], bucket)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not there: see quire backups'),
    });
  });

  describe('for which backups are encrypted', () => {
    let keyFile: string;
    let recipient: string;
    let archive: string;
    const check = (file: string, key = keyFile): Promise<Ran> =>
      ran(['restore', '--check', file, '--identity-file', key], bucket);

    beforeAll(async () => {
      keyFile = within('key.txt');
      recipient = (await ran(['backups', 'new-key', keyFile])).out.trim();
      const done = await ran(['backup', '--to', within('sealed')], { QUIRE_BACKUP_KEY: recipient });
      expect(done).toMatchObject({ code: 0, out: expect.stringContaining('encrypted for 1 public keys') });
      archive = within(`sealed/${readdirSync(within('sealed'))[0]}`);
    });

    it('hold nothing in the clear', () => {
      const bytes = readFileSync(archive);
      expect(archive.endsWith('.zip.age')).toBe(true);
      expect(bytes.toString('latin1').startsWith('age-encryption.org/v1\n-> X25519 ')).toBe(true);
      expect(bytes.includes('manifest.json')).toBe(false);
    });

    it('are proved and restored with the private key, from a file or a bucket', async () => {
      expect(await check(archive)).toMatchObject({ code: 0, out: expect.stringContaining('is whole') });
      expect(await ran(['backup', '--to', 's3://sealed/x'], { ...bucket, QUIRE_BACKUP_KEY: recipient })).toMatchObject({
        code: 0,
      });
      const key = store.keys.find((each) => each.startsWith('/sealed/x/'));
      const empty = await Installation.make();
      try {
        const env = { ...empty.env, ...bucket };
        const args = ['restore', `s3:/${key}`, '--identity-file', keyFile];
        expect(await run(args, env)).toMatchObject({ code: 0, out: expect.stringContaining('Restored') });
      } finally {
        await empty.remove();
      }
    });

    it('are refused without the private key, and with another', async () => {
      expect(await ran(['restore', '--check', archive])).toMatchObject({
        code: 1,
        err: expect.stringContaining('is encrypted: name the file of its private key with --identity-file'),
      });
      const other = within('other.txt');
      await ran(['backups', 'new-key', other]);
      expect(await check(archive, other)).toMatchObject({
        code: 1,
        err: expect.stringContaining('was encrypted for another key'),
      });
      writeFileSync(other, recipient);
      expect(await check(archive, other)).toMatchObject({ code: 1, err: expect.stringContaining('no private keys') });
    });

    it('may be encrypted for the keys of a file, which must be public ones', async () => {
      const keys = within('public.txt');
      writeFileSync(keys, `# of two people\n${recipient}\n`);
      const file = within('by-hand.zip.age');
      expect(await ran(['backup', file, '--key-file', keys])).toMatchObject({ code: 0 });
      expect(await check(file)).toMatchObject({ code: 0 });
      expect(await ran(['backup', within('not.zip'), '--key-file', keyFile])).toMatchObject({
        code: 1,
        err: expect.stringContaining('holds a private key'),
      });
      const mistyped = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q');
      const wrong = await ran(['backup', '--to', within('not')], { QUIRE_BACKUP_KEY: mistyped });
      expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('is no public key of age') });
      expect(existsSync(within('not'))).toBe(false);
    });

    it.each([
      ['in its first bytes', 25],
      ['in its header', 60],
      ['in the middle', 20_000],
      ['at its end', -3],
    ])('are refused when a byte was changed %s', async (_where, at) => {
      const bytes = readFileSync(archive);
      const position = at < 0 ? bytes.length + at : at;
      bytes[position] = (bytes[position] ?? 0) ^ 1;
      const changed = within('changed.zip.age');
      writeFileSync(changed, bytes);
      expect(await check(changed)).toMatchObject({ code: 1, out: '' });
    });

    it.each([1, 16, 20_000])('are refused when the last %d bytes were cut off', async (cut) => {
      const bytes = readFileSync(archive);
      const short = within('short.zip.age');
      writeFileSync(short, bytes);
      truncateSync(short, bytes.length - cut);
      const found = await check(short);
      expect(found).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/cut short|damaged/) });
    });
  });
});
