import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PURGE_ORGANIZATION } from '#kernel/application/organization-deletion';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { lockWaits, whileHeld } from '#testing/lock-waits';
import { copyTestDatabase } from '#testing/test-database';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { OwnedStore } from '../../../../src/content/revisions/infrastructure/blobs/owned-store.js';
import { removeScratch, scratch } from '../scratch.js';
import { BytesInStore } from './bytes-in-store.js';
import { SmallS3 } from './small-s3.js';

interface Mark {
  id?: string;
  disputed?: string[];
  refused: string[];
}

const BUCKET = { QUIRE_S3_BUCKET: 'docs', QUIRE_S3_ACCESS_KEY_ID: 'key', QUIRE_S3_SECRET_ACCESS_KEY: 'secret' };

describe('whose the store of files is', () => {
  const bucket = new SmallS3();
  let endpoint: string;
  beforeAll(async () => {
    endpoint = await bucket.start();
  });
  afterAll(removeScratch);
  afterAll(() => bucket.stop());

  describe.each(['a folder', 'a bucket'])('in %s', (place) => {
    let env: Record<string, string>;
    let original: TestServer;
    let ada: TestUser & { organization: string };
    let bytes: BytesInStore;
    const others: (() => Promise<void>)[] = [];

    beforeEach(async () => {
      const dataDir = await scratch();
      env = { QUIRE_DATA_DIR: dataDir };
      const prefix = dataDir.replace(/.*\//, '');
      if (place === 'a bucket') Object.assign(env, BUCKET, { QUIRE_S3_ENDPOINT: endpoint, QUIRE_S3_PREFIX: prefix });
      original = await TestServer.start({ env });
      ada = await original.administrator();
      bytes = new BytesInStore(original, ada);
      for (const text of ['one', 'two', 'three']) await bytes.upload(text);
      await bytes.erase(['one', 'two', 'three']);
    });
    afterEach(async () => {
      for (const end of others.splice(0).reverse()) await end();
      await original.stop();
    });

    async function started(databaseUrl?: string): Promise<TestServer> {
      const server = await TestServer.start({ env, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
      others.push(() => server.stop());
      return server;
    }

    /** What a database has written into the store last, or was about to write. */
    const newestIdOf = async (server: TestServer): Promise<string | undefined> =>
      (await server.rows<{ id: string }>('select ids[1] as id from content.store_mark'))[0]?.id;

    /** A server with a copy of the original's database, and the same store. */
    async function copied(): Promise<TestServer> {
      original.pool.on('error', () => undefined);
      const database = await copyTestDatabase(original.databaseUrl);
      others.push(() => database.drop());
      return started(database.url);
    }

    const owned = (server: TestServer): OwnedStore => server.app.get(OwnedStore, { strict: false });
    const mayDelete = (server: TestServer): Promise<boolean> => owned(server).mayDelete();
    const mark = async (): Promise<Mark> => JSON.parse((await bytes.blobs.readMark()) ?? '{}') as Mark;
    const all = (): Promise<string[]> => bytes.there(['one', 'two', 'three']);

    /** Lets some hours pass, in which a server did nothing. */
    async function hours(server: TestServer, count: number): Promise<void> {
      await server.rows(
        `update content.store_mark set renewed_at = renewed_at - make_interval(hours => $1),
           delete_from = delete_from - make_interval(hours => $1), reported_at = reported_at - make_interval(hours => $1)`,
        [count],
      );
    }

    /** As `owned`, where the store writes the mark only when it is let. */
    function slow(server: TestServer): { store: OwnedStore; reached: Promise<void>; go: (fails?: boolean) => void } {
      let [reach, go] = [(): void => undefined, (_fails?: boolean): void => undefined];
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const let_ = new Promise<void>((resolve, reject) => {
        go = (fails) => (fails === true ? reject(new Error('killed')) : resolve());
      });
      const blobs = {
        readMark: () => bytes.blobs.readMark(),
        writeMark: async (text: string) => {
          reach();
          await let_;
          await bytes.blobs.writeMark(text);
        },
      };
      return { store: new OwnedStore(blobs, server.app.get(SqlQuery)), reached, go };
    }

    it('is that of the first database that runs the job, which deletes nothing for two hours', async () => {
      await bytes.delete();
      expect(await all()).toEqual(['one', 'two', 'three']);
      const { id } = await mark();
      expect(id).toMatch(/^\w{20}$/);
      await hours(original, 1);
      await bytes.delete();
      expect(await all()).toEqual(['one', 'two', 'three']);
      expect((await mark()).id).not.toBe(id);
      await hours(original, 1);
      await bytes.delete();
      expect(await all()).toEqual([]);
    });

    it('is found out by a copy once the original has renewed the mark, and neither deletes from then on', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const copy = await copied();
      expect(await mayDelete(original)).toBe(true);
      await hours(copy, 3);
      await bytes.delete(copy);
      await bytes.delete(original);
      expect(await all()).toEqual(['one', 'two', 'three']);
      const { disputed = [], id } = await mark();
      expect([disputed.length, id]).toEqual([2, undefined]);
      for (const server of [original, copy, original]) {
        await hours(server, 30);
        expect(await mayDelete(server)).toBe(false);
      }
      expect((await mark()).disputed).toEqual(disputed);
    });

    it('is found out by the original where a copy renews the mark first, which waits for that', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const copy = await copied();
      await bytes.delete(copy);
      expect(await all()).toEqual(['one', 'two', 'three']);
      await bytes.delete(original);
      await hours(copy, 3);
      await bytes.delete(copy);
      expect(await all()).toEqual(['one', 'two', 'three']);
    });

    it('is that of a copy where the original is gone, two hours after it last renewed the mark', async () => {
      await owned(original).claim();
      const copy = await copied();
      await hours(copy, 1);
      expect(await mayDelete(copy)).toBe(false);
      await hours(copy, 1);
      expect(await mayDelete(copy)).toBe(true);
    });

    it('is at once that of a copy whose original has not renewed the mark for two hours', async () => {
      await owned(original).claim();
      await hours(original, 3);
      expect(await mayDelete(await copied())).toBe(true);
    });

    it.each(['original', 'copy'])(
      'is that of the %s once an operator says so, and the other is refused',
      async (named) => {
        await owned(original).claim();
        await hours(original, 1);
        const copy = await copied();
        const [owner, other] = named === 'original' ? [original, copy] : [copy, original];
        await mayDelete(original);
        await mayDelete(copy);
        await owned(owner).claim();
        for (let round = 0; round < 3; round++) {
          const written = (await mark()).id;
          await hours(other, 30);
          await bytes.delete(other);
          expect((await mark()).id).toBe(written);
          expect(await mayDelete(owner)).toBe(true);
          await hours(owner, 30);
          expect(await mayDelete(owner)).toBe(true);
          expect((await mark()).id).not.toBe(written);
        }
        expect(await all()).toEqual(['one', 'two', 'three']);
        await bytes.delete(owner);
        expect(await all()).toEqual([]);
      },
    );

    it('stays known for a copy that has not found out when an operator says so', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const copy = await copied();
      await mayDelete(copy);
      expect(await mayDelete(original)).toBe(false);
      await owned(original).claim();
      await hours(copy, 3);
      expect(await mayDelete(copy)).toBe(false);
      expect(await mayDelete(original)).toBe(true);
    });

    it('is disputed by a database that never used it, until an operator says so', async () => {
      await owned(original).claim();
      const restored = await started();
      expect(await mayDelete(restored)).toBe(false);
      expect(await mayDelete(original)).toBe(false);
      await owned(restored).claim();
      expect(await mayDelete(restored)).toBe(true);
      await hours(original, 30);
      expect(await mayDelete(original)).toBe(false);
      expect(await mayDelete(restored)).toBe(true);
    });

    it('is not disputed after a process was killed between the two writes of a renewal', async () => {
      await owned(original).claim();
      const before = await mark();
      for (let round = 0; round < 2; round++) {
        await hours(original, 1);
        const { store, reached, go } = slow(original);
        const killed = store.mayDelete();
        await reached;
        go(true);
        await expect(killed).rejects.toThrow('killed');
        expect(await mark()).toEqual(before);
      }
      expect(await mayDelete(original)).toBe(true);
      await hours(original, 1);
      expect(await mayDelete(original)).toBe(true);
      expect((await mark()).id).not.toBe(before.id);
    });

    it('has a mark that the database knows before it is in the store', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const before = await mark();
      const sql = original.app.get(SqlQuery);
      const lost = {
        row: (name: string, text: string, values?: readonly unknown[]) =>
          name === 'store-mark.renew' ? Promise.reject(new Error('lost')) : sql.row(name, text, values),
      } as SqlQuery;
      await expect(new OwnedStore(bytes.blobs, lost).mayDelete()).rejects.toThrow('lost');
      expect(await mark()).toEqual(before);
    });

    it('is not disputed again by a process that read the mark before an operator said whose it is', async () => {
      await owned(original).claim();
      const restored = await started();
      await mayDelete(restored);
      await mayDelete(original);
      let read: string | undefined = await bytes.blobs.readMark();
      await owned(original).claim();
      const blobs = {
        readMark: () => {
          const text = read === undefined ? bytes.blobs.readMark() : Promise.resolve(read);
          read = undefined;
          return text;
        },
        writeMark: (text: string) => bytes.blobs.writeMark(text),
      };
      expect(await new OwnedStore(blobs, original.app.get(SqlQuery)).mayDelete()).toBe(true);
      expect(await mayDelete(original)).toBe(true);
    });

    it('is renewed once by processes that do so at the same time, and not disputed', async () => {
      await owned(original).claim();
      const servers = [original, await started(original.databaseUrl)];
      for (let round = 0; round < 10; round++) {
        await hours(original, 1);
        const looks = Array.from({ length: 8 }, (_, i) => mayDelete(servers[i % 2] as TestServer));
        expect(new Set(await Promise.all(looks))).toEqual(new Set([true]));
      }
      const [row] = await original.rows<{ ids: string[]; disputed: boolean }>(
        'select ids, disputed_at is not null as disputed from content.store_mark',
      );
      expect([row?.ids.length, row?.disputed]).toEqual([11, false]);
      expect((await mark()).id).toBe(row?.ids[0]);
    });

    it('is not disputed where a process was stopped for hours before it wrote the mark', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const { store, reached, go } = slow(original);
      const stopped = store.mayDelete();
      await reached;
      await hours(original, 2);
      await mayDelete(original);
      go();
      await stopped;
      expect(await mayDelete(original)).toBe(true);
    });

    it('stays disputed where the other database renews the mark at the same time', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const copy = await copied();
      await mayDelete(copy);
      await hours(copy, 1);
      const { store, reached, go } = slow(copy);
      const renewal = store.mayDelete();
      await reached;
      expect(await mayDelete(original)).toBe(false);
      go();
      await renewal;
      expect((await mark()).id).toBe(await newestIdOf(copy));
      expect(await mayDelete(original)).toBe(false);
      await hours(copy, 3);
      expect(await mayDelete(copy)).toBe(false);
    });

    it('stays disputed where a process of the same database renews the mark too late', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const copy = await copied();
      const { store, reached, go } = slow(original);
      const renewal = store.mayDelete();
      await reached;
      await mayDelete(copy);
      expect(await mayDelete(original)).toBe(false);
      go();
      await renewal;
      expect((await mark()).id).toBe(await newestIdOf(original));
      expect(await mayDelete(original)).toBe(false);
      expect((await mark()).disputed).toHaveLength(1);
      await hours(copy, 3);
      expect(await mayDelete(copy)).toBe(false);
    });

    it.each([
      ['empty', ''],
      ['no JSON', 'not JSON'],
      ['a list', '[]'],
      ['of another form', '{"id":7}'],
    ])('is not known where the mark is %s', async (_, text) => {
      await owned(original).claim();
      await bytes.blobs.writeMark(text);
      await bytes.delete();
      expect(await all()).toEqual(['one', 'two', 'three']);
      await owned(original).claim();
      expect(await mayDelete(original)).toBe(true);
    });

    it('is said in the log once a day while it is disputed', async () => {
      const reported = async (): Promise<string | undefined> =>
        (await restored.rows<{ at: string }>('select reported_at::text as at from content.store_mark'))[0]?.at;
      await owned(original).claim();
      const restored = await started();
      await mayDelete(restored);
      const first = await reported();
      await mayDelete(restored);
      expect(await reported()).toBe(first);
      await hours(restored, 25);
      const earlier = await reported();
      await mayDelete(restored);
      expect(await reported()).not.toBe(earlier);
    });

    it('is looked at before each batch that is deleted', async () => {
      await owned(original).claim();
      const texts = Array.from({ length: 230 }, (_, i) => `batch ${i}`);
      for (const text of texts) await bytes.upload(text);
      await bytes.erase(texts);
      const restored = await started();
      // The first batch asks for rows of files.
      const job = await whileHeld(original, 'lock table content.file_blob in access exclusive mode', [], async () => {
        const ended = bytes.delete();
        await until(async () => (await lockWaits(original)) > 0, 'the job waits');
        await mayDelete(restored);
        return { ended };
      });
      await job.ended;
      expect((await bytes.there([...texts, 'one', 'two', 'three'])).length).toBe(133);
    });

    it('keeps a copy in which an organization is deleted from deleting its files', async () => {
      await owned(original).claim();
      await hours(original, 1);
      const copy = await copied();
      await copy.runJob(PURGE_ORGANIZATION, { organizationId: ada.organization, round: 3, turn: 0 });
      expect(await all()).toEqual(['one', 'two', 'three']);
      await owned(copy).claim();
      await copy.runJob(PURGE_ORGANIZATION, { organizationId: ada.organization, round: 3, turn: 0 });
      expect(await all()).toEqual([]);
    });

    it('is still known when an organization is deleted', async () => {
      await owned(original).claim();
      const { id } = await mark();
      await original.runJob(PURGE_ORGANIZATION, { organizationId: ada.organization, round: 3, turn: 0 });
      expect(await all()).toEqual([]);
      expect((await mark()).id).toBe(id);
    });
  });
});
