import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Callers } from '#kernel/application/callers';
import { Unavailable } from '#kernel/domain/errors';
import { sentStatements, type SentStatement } from '#kernel/infrastructure/database/sent-statements';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { lockWaits, whileHeld } from '#testing/lock-waits';
import { until } from '#testing/test-kernel';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { UnusedBlobs } from '../../../../src/content/revisions/infrastructure/blobs/unused-blobs.js';
import { removeScratch, scratch } from '../scratch.js';
import { BytesInStore, hashOf } from './bytes-in-store.js';
import { SmallS3 } from './small-s3.js';
import { StoredContent } from './stored-content.js';

const ROUNDS = 25;
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name} ${i}`);

describe('bytes that nothing uses', () => {
  const store = new SmallS3();
  afterAll(removeScratch);
  afterAll(() => store.stop());

  describe.each(['a folder', 'a bucket'])('in %s', (place) => {
    let server: TestServer;
    /** Another process with the same database and the same store. */
    let other: TestServer;
    let ada: TestUser & { organization: string };
    let bytes: BytesInStore;
    let dataDir: string;
    let content: StoredContent;

    beforeAll(async () => {
      dataDir = await scratch();
      const env: Record<string, string> = { QUIRE_DATA_DIR: dataDir };
      if (place === 'a bucket') {
        Object.assign(env, {
          QUIRE_S3_BUCKET: 'docs',
          QUIRE_S3_ENDPOINT: await store.start(),
          QUIRE_S3_ACCESS_KEY_ID: 'key',
          QUIRE_S3_SECRET_ACCESS_KEY: 'secret',
        });
      }
      server = await TestServer.start({ env });
      other = await TestServer.start({ env, databaseUrl: server.databaseUrl });
      await BytesInStore.own(server);
    });
    afterAll(async () => {
      await other.stop();
      await server.stop();
    });
    beforeEach(async () => {
      ada = await server.administrator();
      bytes = new BytesInStore(server, ada);
      content = new StoredContent(server, ada);
    });

    it('go when an upload got no page for a week, and as many days more as are set', async () => {
      await bytes.upload('lost');
      await content.collect();
      expect(await bytes.named('file_blob', ['lost'])).toEqual(['lost']);
      expect(await bytes.named('unused_blob', ['lost'])).toEqual([]);
      await bytes.week();
      await content.collect();
      expect(await bytes.named('file_blob', ['lost'])).toEqual([]);
      const [row] = await server.rows<{ days: number }>(
        `select extract(day from delete_after - now())::int as days from content.unused_blob where hash = decode($1, 'hex')`,
        [hashOf('lost')],
      );
      expect(row?.days).toBe(29);
      await bytes.delete();
      expect(await bytes.read('lost')).toBe('lost');
      await bytes.due();
      await bytes.delete();
      expect(await bytes.read('lost')).toBeUndefined();
      expect(await bytes.named('unused_blob', ['lost'])).toEqual([]);
    });

    it('are those of purged spaces, and not those that a space, a change request or a copy has', async () => {
      const [kept, gone] = [await TestSpace.create(ada), await TestSpace.create(ada)];
      await kept.file('a.txt', 'now');
      const base64 = Buffer.from('proposed').toString('base64');
      const proposed = await TestChangeRequest.create(kept);
      await proposed.change({
        operation: 'insert_files',
        files: [{ name: 'b.txt', base64, contentType: 'text/plain' }],
      });
      await gone.file('c.txt', 'copied');
      const copy = await content.duplicate(gone);
      await gone.file('d.txt', 'gone');
      await bytes.week();
      await content.purge(gone);
      await content.collect();
      await bytes.due();
      await bytes.delete();
      const all = ['now', 'proposed', 'copied', 'gone'];
      expect(await bytes.there(all)).toEqual(['now', 'proposed', 'copied']);
      expect(await bytes.named('file_blob', all)).toEqual(['now', 'proposed', 'copied']);
      expect((await copy.api.get(`${copy.path}/content/files`)).body.items).toHaveLength(1);
    });

    it('are not those that a file, a PDF or a file of the audit trail is made of', async () => {
      const { organization } = ada;
      const all = ['file', 'pdf', 'trail', 'none'];
      for (const text of all) await bytes.upload(text);
      await bytes.erase(['pdf', 'trail', 'none']);
      await server.rows(
        `insert into content.unused_blob (organization_id, hash, delete_after) values ($1, decode($2, 'hex'), now())`,
        [organization, hashOf('file')],
      );
      await server.rows(
        `insert into content.print (organization_id, key, space_id, revision_id, only_page, language, title, state, blob,
           ordered_at) values ($1, 'key', 'space', 'revision', false, 'en', 'Title', 'done', decode($2, 'hex'), now())`,
        [organization, hashOf('pdf')],
      );
      await server.rows(
        `insert into organization.audit_export (organization_id, id, hash, size, entries, from_at, through_at)
         values ($1, 'export', decode($2, 'hex'), 1, 1, now(), now())`,
        [organization, hashOf('trail')],
      );
      await bytes.delete();
      expect(await bytes.there(all)).toEqual(['file', 'pdf', 'trail']);
      expect(await bytes.named('unused_blob', all)).toEqual([]);
    });

    it('take two statements when they are stored, and five for a batch that is deleted', async () => {
      const sent: string[] = [];
      const note = (message: unknown) => void sent.push((message as SentStatement).name);
      const texts = numbered('counted', 100);
      sentStatements.subscribe(note);
      try {
        await bytes.upload('counted 0');
        expect(sent.splice(0)).toEqual(['unused-blob.announce', 'blob.note-2']);
        for (const text of texts) await bytes.upload(text);
        await bytes.erase(texts);
        sent.splice(0);
        await bytes.delete();
      } finally {
        sentStatements.unsubscribe(note);
      }
      const batch = ['unused-blob.take', 'unused-blob.named', 'audit-export.known-2', 'unused-blob.forget'];
      const statements = sent.filter((name) => !['begin', 'commit'].includes(name));
      const look = 'store-mark.read';
      expect(statements.slice(0, 7)).toEqual([look, 'unused-blob.due', look, ...batch]);
      const rest = [look, 'unused-blob.take', look, 'unused-blob.due', 'bounding-run.note'];
      expect(statements.slice(7)).toEqual(rest);
    });

    it('are deleted once by two processes at once, in batches', async () => {
      const texts = numbered('many', 230);
      for (const text of texts) await bytes.upload(text);
      await bytes.erase(texts);
      await Promise.all([bytes.delete(), bytes.delete(other)]);
      await bytes.delete();
      expect(await bytes.there(texts)).toEqual([]);
      expect(await bytes.named('unused_blob', texts)).toEqual([]);
    });

    it('are there after an upload of the same bytes while they are deleted, in any order', async () => {
      const texts = numbered('again', 4);
      for (let round = 0; round < ROUNDS; round++) {
        for (const text of texts) await bytes.upload(text);
        await bytes.erase(texts);
        await Promise.all([
          ...texts.map(async (text, i) => {
            await sleep((round + i * 3) % 12);
            await bytes.upload(text, i % 2 === 0 ? server : other);
          }),
          sleep(round % 5).then(() => bytes.delete()),
          sleep(round % 3).then(() => bytes.delete(other)),
        ]);
        expect(await bytes.there(texts)).toEqual(texts);
        expect(await bytes.named('file_blob', texts)).toEqual(texts);
      }
    });

    it('are there after a page got a file with the same bytes while they were collected and deleted', async () => {
      const space = await TestSpace.create(ada);
      for (let round = 0; round < 8; round++) {
        const text = `page ${round}`;
        await bytes.upload(text);
        await bytes.week();
        await content.want();
        await Promise.all([
          // Refused where 30 days seem to pass between its bytes and their row.
          sleep((round % 4) * 15).then(() => space.file('a.txt', text).catch(() => space.file('a.txt', text))),
          content.collect(),
          (async () => {
            for (let i = 0; i < 6; i++) await bytes.hurry(i % 2 === 0 ? server : other);
          })(),
        ]);
        await bytes.hurry();
        expect(await bytes.there([text])).toEqual([text]);
      }
      const { items } = (await ada.api.get(`${space.path}/content/files`)).body;
      for (const { downloadURL } of items)
        expect((await server.anonymous.get(new URL(downloadURL as string).pathname)).status).toBe(200);
    });

    it('are there for a copy of a space whose original is deleted at the same time', async () => {
      for (let round = 0; round < 8; round++) {
        const space = await TestSpace.create(ada);
        const text = `copied ${round}`;
        await space.file('a.txt', text);
        await bytes.week();
        const [copied] = await Promise.all([
          sleep(round * 8).then(() => ada.api.post(`${space.path}/duplicate`)),
          sleep(20).then(() => content.purge(space)),
        ]);
        // A space that was being copied is purged by the next run.
        await server.runJob('content.purge-spaces');
        await content.collect();
        await bytes.due();
        await bytes.delete();
        expect(await bytes.there([text])).toEqual(copied.status === 201 ? [text] : []);
      }
    });

    it('are there for a space that is transferred while the same bytes are collected where it goes', async () => {
      const there = await server.administrator('Other');
      const [elsewhere, collected] = [new BytesInStore(server, there), new StoredContent(server, there)];
      await joined(there.organization);
      for (let round = 0; round < 10; round++) {
        const text = `transferred ${round}`;
        const space = await TestSpace.create(ada);
        await space.file('a.txt', text);
        await elsewhere.upload(text);
        await bytes.week();
        if (round % 2 === 0) await collected.want();
        else await elsewhere.erase([text]);
        const [{ status }] = await Promise.all([
          sleep(round * 8).then(() => ada.api.post(`${space.path}/transfer`, { organization: there.organization })),
          round % 2 === 0 ? collected.collect() : elsewhere.delete(),
        ]);
        await elsewhere.hurry();
        expect(status).toBe(200);
        expect(await elsewhere.named('file_blob', [text])).toEqual([text]);
        expect(await elsewhere.there([text])).toEqual([text]);
      }
    });

    it('are there where a transfer has found them, and is not at its end while they are collected', async () => {
      const there = await server.administrator('Other');
      const [elsewhere, collected] = [new BytesInStore(server, there), new StoredContent(server, there)];
      await joined(there.organization);
      const space = await TestSpace.create(ada);
      await space.file('a.txt', 'found');
      await elsewhere.upload('found');
      await bytes.week();
      await collected.want();
      // The grants are read after the files.
      const transfer = await whileHeld(server, 'lock table content.permission in exclusive mode', [], async () => {
        const begun = { answer: ada.api.post(`${space.path}/transfer`, { organization: there.organization }) };
        await until(async () => (await lockWaits(server)) > 0, 'the transfer waits');
        await collected.collect();
        return begun;
      });
      expect((await transfer.answer).status).toBe(200);
      await elsewhere.hurry();
      expect(await elsewhere.named('file_blob', ['found'])).toEqual(['found']);
      expect(await elsewhere.read('found')).toBe('found');
    });

    it('wait for who deletes them before they are stored again', async () => {
      await bytes.upload('waits');
      await bytes.erase(['waits']);
      const values = [ada.organization, hashOf('waits')];
      const statement = `delete from content.unused_blob where organization_id = $1 and hash = decode($2, 'hex')`;
      const storing = await whileHeld(server, statement, values, async () => {
        const begun = { storing: bytes.upload('waits') };
        await until(async () => (await lockWaits(server)) > 0, 'the upload waits');
        await bytes.blobs.delete(ada.organization, hashOf('waits'));
        return begun;
      });
      await storing.storing;
      expect(await bytes.read('waits')).toBe('waits');
      expect(await bytes.named('file_blob', ['waits'])).toEqual(['waits']);
    });

    it('are left to who has announced to store them, for a day', async () => {
      await bytes.upload('announced');
      await bytes.erase(['announced']);
      await server.app.get(UnusedBlobs, { strict: false }).announce(ada.organization, hashOf('announced'));
      await bytes.delete();
      expect(await bytes.read('announced')).toBe('announced');
      await bytes.due();
      await bytes.delete();
      expect(await bytes.read('announced')).toBeUndefined();
    });

    it('are refused, and recorded by no page, where they were deleted before their upload came to its end', async () => {
      const upload = await whileHeld(server, 'lock table content.file_blob in share mode', [], async () => {
        const error = bytes.upload('slow').then(
          () => undefined,
          (failure: unknown) => failure,
        );
        await until(async () => (await lockWaits(server)) > 0, 'the upload waits');
        expect(await bytes.read('slow')).toBe('slow');
        await bytes.due();
        await bytes.delete();
        return { error };
      });
      expect(await upload.error).toBeInstanceOf(Unavailable);
      await bytes.upload('slow');
      expect(await bytes.read('slow')).toBe('slow');
    });

    it('go although the process is killed after it deleted them, or between storing and recording them', async () => {
      const texts = numbered('killed', 3);
      for (const text of texts) await bytes.upload(text);
      await bytes.erase(texts);
      // Lets the rows be locked, and none be deleted.
      const ended = await whileHeld(server, 'lock table content.unused_blob in share mode', [], async () => {
        const job = bytes.delete().then(
          () => undefined,
          (error: unknown) => error,
        );
        await until(async () => (await lockWaits(server)) > 0, 'the job waits');
        expect(await bytes.there(texts)).toEqual([]);
        await server.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return { error: await job };
      });
      expect(ended.error).toBeInstanceOf(Error);
      expect(await bytes.named('unused_blob', texts)).toEqual(texts);
      await bytes.upload('killed 0');
      await bytes.delete();
      expect(await bytes.there(texts)).toEqual(['killed 0']);
      expect(await bytes.named('unused_blob', texts)).toEqual([]);

      await bytes.blobs.put(ada.organization, Readable.from([Buffer.from('unrecorded')]), { maxBytes: 100 });
      await bytes.due();
      await bytes.delete();
      expect(await bytes.read('unrecorded')).toBeUndefined();
    });

    it('are tried again later where the store does not delete one, and the others go', async () => {
      const texts = numbered('stuck', 20);
      for (const text of texts) await bytes.upload(text);
      await bytes.erase(texts);
      const stuck = 'stuck 7';
      const mend = await breakDeletion(bytes, stuck);
      await bytes.delete();
      expect(await bytes.named('unused_blob', texts)).toEqual([stuck]);
      expect((await bytes.there(texts)).filter((text) => text !== stuck)).toEqual([]);
      await mend();
      await bytes.delete();
      expect(await bytes.named('unused_blob', texts)).toEqual([stuck]);
      await bytes.due();
      await bytes.delete();
      expect(await bytes.named('unused_blob', texts)).toEqual([]);
      expect(await bytes.read(stuck)).toBeUndefined();
    });

    it('wait while the store deletes none, and the job fails', async () => {
      const texts = numbered('down', 12);
      for (const text of texts) await bytes.upload(text);
      await bytes.erase(texts);
      const mend = await breakDeletion(bytes);
      await expect(bytes.delete()).rejects.toThrow();
      expect(await bytes.there(texts)).toEqual(texts);
      await mend();
      await bytes.delete();
      expect(await bytes.there(texts)).toEqual([]);
      expect(await bytes.named('unused_blob', texts)).toEqual([]);
    });

    it('are deleted until the process is asked to end, and then by the next', async () => {
      const texts = numbered('stopped', 30);
      for (const text of texts) await bytes.upload(text);
      await bytes.erase(texts);
      await expect(bytes.delete(server, AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended');
      expect(await bytes.there(texts)).toEqual(texts);
      await bytes.delete();
      expect(await bytes.there(texts)).toEqual([]);
    });

    /** Makes Ada a member of another organization, who may transfer spaces to it. */
    async function joined(organization: string): Promise<void> {
      await server.rows(
        `insert into organization.member (organization_id, id, user_id, version, role, joined_at)
         values ($1, $2, $2, 1, 'create', now())`,
        [organization, ada.id],
      );
      await server.app.get(UnitOfWork).transaction(() => server.app.get(Callers).changed(ada.id));
    }

    /** Has the store refuse to delete one text, else all of the organization; returns what ends that. */
    async function breakDeletion({ blobs }: BytesInStore, text?: string): Promise<() => Promise<void>> {
      if (place === 'a bucket') {
        store.keeps = new RegExp(text === undefined ? ada.organization : hashOf(text));
        return () => Promise.resolve((store.keeps = undefined)).then(() => undefined);
      }
      const folder = join(dataDir, 'blobs', ada.organization);
      if (text === undefined) {
        // A file in the place of the folder for what is taken away.
        const drafts = join(dataDir, 'blobs', 'drafts~');
        await rm(drafts, { recursive: true, force: true });
        await writeFile(drafts, '');
        return () => rm(drafts);
      }
      const path = join(folder, hashOf(text).slice(0, 2), hashOf(text));
      await rm(path);
      await mkdir(join(path, 'in the way'), { recursive: true });
      expect(await blobs.has(ada.organization, hashOf(text))).toBe(true);
      return () => rm(path, { recursive: true, force: true });
    }
  });
});
