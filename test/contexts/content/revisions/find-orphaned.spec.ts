import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';
import { sentStatements, type SentStatement } from '#kernel/infrastructure/database/sent-statements';
import { lockWaits, whileHeld } from '#testing/lock-waits';
import { copyTestDatabase } from '#testing/test-database';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { blobKey } from '../../../../src/content/revisions/domain/content/blobs.js';
import { FindOrphanedBytes } from '../../../../src/content/revisions/infrastructure/blobs/find-orphaned.job.js';
import { OwnedStore } from '../../../../src/content/revisions/infrastructure/blobs/owned-store.js';
import { removeScratch, scratch } from '../scratch.js';
import { BytesInStore, hashOf } from './bytes-in-store.js';
import { SmallS3 } from './small-s3.js';

const FIND = 'content.find-orphaned-bytes';
const DAY_MS = 24 * 3_600_000;
const BUCKET = { QUIRE_S3_BUCKET: 'docs', QUIRE_S3_ACCESS_KEY_ID: 'key', QUIRE_S3_SECRET_ACCESS_KEY: 'secret' };
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name} ${i}`);

describe('bytes that no row names', () => {
  const bucket = new SmallS3();
  let endpoint: string;
  beforeAll(async () => {
    endpoint = await bucket.start();
    bucket.listed = 1_000;
  });
  afterAll(removeScratch);
  afterAll(() => bucket.stop());

  describe.each(['a folder', 'a bucket'])('in %s', (place) => {
    let env: Record<string, string>;
    let folder: string;
    let prefix: string;
    let server: TestServer;
    let ada: TestUser & { organization: string };
    let bytes: BytesInStore;
    const others: (() => Promise<void>)[] = [];

    beforeEach(async () => {
      const dataDir = await scratch();
      folder = join(dataDir, 'blobs');
      prefix = dataDir.replace(/.*\//, '');
      env = { QUIRE_DATA_DIR: dataDir };
      if (place === 'a bucket') Object.assign(env, BUCKET, { QUIRE_S3_ENDPOINT: endpoint, QUIRE_S3_PREFIX: prefix });
      server = await TestServer.start({ env });
      await BytesInStore.own(server);
      ada = await server.administrator();
      bytes = new BytesInStore(server, ada);
    });
    afterEach(async () => {
      for (const end of others.splice(0).reverse()) await end();
      await server.stop();
    });

    async function started(settings: Record<string, string> = {}): Promise<TestServer> {
      const other = await TestServer.start({ env: { ...env, ...settings }, databaseUrl: server.databaseUrl });
      others.push(() => other.stop());
      return other;
    }

    /** Stores something in the store under a name, as other programs would. */
    async function put(name: string, text: string): Promise<void> {
      if (place === 'a bucket') return bucket.place(`/docs/${prefix}/${name}`, Buffer.from(text));
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }

    const isThere = (name: string): boolean =>
      place === 'a bucket' ? bucket.keys.includes(`/docs/${prefix}/${name}`) : existsSync(join(folder, name));

    /** Stores bytes without any row. */
    async function orphans(texts: readonly string[], organization = ada.organization): Promise<void> {
      for (const text of texts) await put(blobKey(organization, hashOf(text)), text);
    }

    /** Makes everything in the store so much older. */
    async function age(days: number): Promise<void> {
      if (place === 'a bucket') return bucket.age(days * DAY_MS);
      const time = new Date(Date.now() - days * DAY_MS);
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), time, time);
    }

    const job = (of = server): FindOrphanedBytes => of.app.get(FindOrphanedBytes, { strict: false });
    const find = (by = server): Promise<void> => by.runJob(FIND);
    const noted = async (): Promise<number> =>
      (await server.rows<{ count: number }>('select count(*)::int as count from content.unused_blob'))[0]?.count ?? 0;
    const walk = async (): Promise<{ seen: number; found: number; ended: boolean } | undefined> =>
      (
        await server.rows<{ seen: number; found: number; ended: boolean }>(
          `select seen::int as seen, found::int as found, ended_at is not null as ended from content.store_walk`,
        )
      )[0];

    it('are found, wait as long as others that nothing uses, and go; younger ones and named ones stay', async () => {
      await orphans(['lost', 'pdf', 'trail']);
      await bytes.upload('file');
      const values = [ada.organization, hashOf('pdf')];
      await server.rows(
        `insert into content.print (organization_id, key, space_id, revision_id, only_page, language, title, state, blob,
           ordered_at) values ($1, 'key', 'space', 'revision', false, 'en', 'Title', 'done', decode($2, 'hex'), now())`,
        values,
      );
      await server.rows(
        `insert into organization.audit_export (organization_id, id, hash, size, entries, from_at, through_at)
         values ($1, 'export', decode($2, 'hex'), 1, 1, now(), now())`,
        [ada.organization, hashOf('trail')],
      );
      await age(8);
      await orphans(['young']);
      await find();
      const all = ['lost', 'pdf', 'trail', 'file', 'young'];
      expect(await bytes.named('unused_blob', all)).toEqual(['lost']);
      expect(await walk()).toEqual({ seen: 5, found: 1, ended: true });
      const [row] = await server.rows<{ days: number }>(
        'select extract(day from delete_after - now())::int as days from content.unused_blob',
      );
      expect(row?.days).toBe(29);
      await bytes.delete();
      expect(await bytes.there(all)).toEqual(all);
      await bytes.due();
      await bytes.delete();
      expect(await bytes.there(all)).toEqual(['pdf', 'trail', 'file', 'young']);
    });

    it('stay where they got a row since they were found, and keep the time that they had', async () => {
      await orphans(['uploaded', 'recorded', 'waits']);
      await server.rows(
        `insert into content.unused_blob (organization_id, hash, delete_after)
         values ($1, decode($2, 'hex'), '2100-01-01')`,
        [ada.organization, hashOf('waits')],
      );
      await age(8);
      await find();
      const [row] = await server.rows<{ at: string }>(
        `select delete_after::date::text as at from content.unused_blob where hash = decode($1, 'hex')`,
        [hashOf('waits')],
      );
      expect(row?.at).toBe('2100-01-01');
      await bytes.upload('uploaded');
      await server.rows(
        `insert into content.file_blob (organization_id, hash, size, content_type, disposition)
         values ($1, decode($2, 'hex'), 8, 'text/plain', 'inline')`,
        [ada.organization, hashOf('recorded')],
      );
      await bytes.due();
      await bytes.delete();
      expect(await bytes.there(['uploaded', 'recorded', 'waits'])).toEqual(['uploaded', 'recorded']);
    });

    it('are those of deleted organizations and of the server itself as well', async () => {
      const gone = newId();
      await orphans(['left'], gone);
      await orphans(['server'], 'quire');
      await age(8);
      await find();
      await bytes.due();
      await bytes.delete();
      expect(isThere(blobKey(gone, hashOf('left')))).toBe(false);
      expect(isThere(blobKey('quire', hashOf('server')))).toBe(false);
    });

    it('are not what other programs keep beside', async () => {
      const hash = hashOf('other');
      const { organization } = ada;
      const names = [
        `data/${hash.slice(0, 2)}/${hash}`,
        `${organization}/${hash.slice(0, 2)}/${hash}.tmp`,
        `${organization}/${hash.slice(0, 2)}/${hash.toUpperCase()}`,
        `${organization}/00${hash.slice(2, 4)}/${hash}`,
        `${organization}/${hash.slice(0, 2) === '00' ? '01' : '00'}/${hash}`,
        `${organization}/${hash}`,
        `uploads/${organization}/${hash.slice(0, 2)}/${hash}`,
        `${organization}x/${hash.slice(0, 2)}/${hash}`,
        hash,
        'read me.txt',
      ];
      for (const name of names) await put(name, 'other');
      await orphans(['lost']);
      await age(8);
      await find();
      expect(await walk()).toEqual({ seen: 1, found: 1, ended: true });
      await bytes.due();
      await bytes.delete();
      expect(names.filter((name) => !isThere(name))).toEqual([]);
      expect(await bytes.read('lost')).toBeUndefined();
    });

    it('are looked for a thousand at a time, from where a process was killed', async () => {
      const organizations = [newId(), newId(), ada.organization];
      for (const organization of organizations) await orphans(numbered('many', 801), organization);
      await age(8);
      const sent: string[] = [];
      const note = (message: unknown) => void sent.push((message as SentStatement).name);
      await server.rows(`insert into content.store_walk (begun_at, position) values (now(), '')`);
      bucket.requests.length = 0;
      sentStatements.subscribe(note);
      try {
        expect(await job().step(30)).toBe(true);
      } finally {
        sentStatements.unsubscribe(note);
      }
      expect(sent.filter((name) => !['begin', 'commit'].includes(name))).toEqual([
        'store-walk.claim',
        'store-walk.read',
        'orphaned-blob.named',
        'audit-export.known-of-any',
        'orphaned-blob.note',
        'store-walk.record',
      ]);
      if (place === 'a bucket') expect(bucket.requests).toEqual([expect.stringContaining('GET /docs/?list-type=2')]);
      const first = (await walk())?.seen ?? 0;
      expect([first, await noted()]).toEqual([1_000, 1_000]);

      const killed = await whileHeld(server, 'lock table content.unused_blob in share mode', [], async () => {
        const step = job().step(30);
        const error = step.then(
          () => undefined,
          (failure: unknown) => failure,
        );
        await until(async () => (await lockWaits(server)) > 0, 'the step waits');
        await server.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return { error: await error };
      });
      expect(killed.error).toBeInstanceOf(Error);
      expect([await walk(), await noted()]).toEqual([{ seen: 1_000, found: 1_000, ended: false }, 1_000]);
      await find();
      expect([await walk(), await noted()]).toEqual([{ seen: 2_403, found: 2_403, ended: true }, 2_403]);
    });

    it('are each found once by two processes at once, and again after a month only', async () => {
      const texts = numbered('both', 1_500);
      await orphans(texts);
      await age(8);
      const other = await started();
      await Promise.all([find(), find(other), find(), find(other)]);
      await find();
      expect([await walk(), await noted()]).toEqual([{ seen: 1_500, found: 1_500, ended: true }, 1_500]);
      await orphans(['later']);
      await age(8);
      await find();
      expect(await bytes.named('unused_blob', ['later'])).toEqual([]);
      await server.rows(`update content.store_walk set begun_at = begun_at - interval '31 days'`);
      await find();
      expect(await bytes.named('unused_blob', ['later'])).toEqual(['later']);
      expect((await walk())?.found).toBe(1_501);
    });

    it('are there after an upload of the same bytes while they are found and deleted, in any order', async () => {
      const texts = numbered('again', 6);
      for (let round = 0; round < 12; round++) {
        await server.rows('delete from content.file_blob');
        await server.rows('delete from content.unused_blob');
        await server.rows('delete from content.store_walk');
        await orphans(texts);
        await age(8);
        await Promise.all([
          find(),
          ...texts.map(async (text, i) => {
            await new Promise((done) => setTimeout(done, (round * 5 + i * 7) % 40));
            // Refused where 30 days seem to pass between its bytes and their row.
            await bytes.upload(text).catch(() => bytes.upload(text));
          }),
          (async () => {
            for (let i = 0; i < 4; i++) await bytes.hurry();
          })(),
        ]);
        await bytes.hurry();
        expect(await bytes.there(texts)).toEqual(texts);
      }
    });

    it('are not looked for where they are kept for ever', async () => {
      await orphans(['kept']);
      await age(8);
      await find(await started({ QUIRE_KEEP_UNUSED_FILE_DAYS: 'forever' }));
      expect([await walk(), await noted()]).toEqual([undefined, 0]);
    });

    it('are not looked for in a store that another database uses', async () => {
      const database = await copyFor();
      await bytes.upload('original');
      await age(8);
      await server.app.get(OwnedStore, { strict: false }).claim();
      const copy = await TestServer.start({ env, databaseUrl: database });
      others.push(() => copy.stop());
      await find(copy);
      const rows = await copy.rows('select from content.unused_blob');
      expect([rows.length, await bytes.read('original')]).toEqual([0, 'original']);
    });

    it('are looked for by another job soon where processes ended during one', async () => {
      await job().parked({ turn: 1 });
      await job().parked({ turn: 2 });
      const waiting = await server.rows<{ payload: unknown }>(
        `select payload from graphile_worker._private_jobs where key = $1`,
        [FIND],
      );
      expect(waiting).toEqual([{ payload: { turn: 3 } }]);
    });

    /** A copy of the database as it is now. */
    async function copyFor(): Promise<string> {
      server.pool.on('error', () => undefined);
      const database = await copyTestDatabase(server.databaseUrl);
      others.push(() => database.drop());
      return database.url;
    }
  });
});
