import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';
import { rawZip } from '../contexts/content/exchange/raw-zip.js';
import { behavesAsStore } from '../contexts/content/revisions/blob-behaviour.js';
import { BucketInTest, behavesAsBucket } from '../contexts/content/revisions/bucket-behaviour.js';
import { removeScratch } from '../contexts/content/scratch.js';
import { QuireProcess, TOKEN } from '../scenarios/support/quire-process.js';
import { S3Store } from './support/s3-store.js';

const MB = 1_000_000;
const SECRET = '5b'.repeat(32);

describe(`a bucket of ${S3Store.label()}`, () => {
  const store = new S3Store();

  beforeAll(() => store.start(), 120_000);

  afterAll(async () => {
    await store.dispose();
    await removeScratch();
  }, 60_000);

  describe('blobs', () => {
    let bucket: BucketInTest;
    beforeAll(async () => {
      bucket = await BucketInTest.open(await store.makeBucket());
    });
    afterAll(() => bucket.close());

    it('are stored and read as streams: 200 MB in little memory', async () => {
      const chunk = randomBytes(MB);
      const { rss } = process.memoryUsage();
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - rss)), 20);
      const source = Readable.from(Array.from({ length: 200 }, () => chunk).values(), { objectMode: false });
      const { sha256: name, size } = await bucket.blobs.put('org1', source, { maxBytes: 200 * MB });
      const up = most;
      most = 0;
      let arrived = 0;
      for await (const part of await bucket.blobs.open('org1', name)) arrived += (part as Buffer).length;
      clearInterval(watch);
      process.stderr.write(
        `Of 200 MB, up to ${(up / MB).toFixed(0)} MB more were held up and ${(most / MB).toFixed(0)} MB down\n`,
      );
      expect([size, arrived]).toEqual([200 * MB, 200 * MB]);
      expect(Math.max(up, most)).toBeLessThan(120 * MB);
      expect(readdirSync(bucket.drafts)).toEqual([]);
    });

    // A real store knows the second in which an object was stored.
    behavesAsStore(() => ({ blobs: bucket.blobs, drafts: bucket.drafts, age: () => sleep(1_100) }));
    behavesAsBucket(() => bucket);

    it('are deleted with their organization, however many', async () => {
      const names: string[] = [];
      const put = async (index: number): Promise<void> => {
        const stored = await bucket.blobs.put('many', Readable.from([Buffer.from(`${index}`)]), { maxBytes: 10 });
        names.push(stored.sha256);
      };
      for (let begin = 0; begin < 1_050; begin += 21)
        await Promise.all(Array.from({ length: 21 }, (_, at) => put(begin + at)));
      const kept = await bucket.blobs.put('many-more', Readable.from([Buffer.from('kept')]), { maxBytes: 10 });
      await bucket.blobs.deleteAll('many');
      for (const name of [names[0]!, names[999]!, names[1_000]!, names[1_049]!])
        expect(await bucket.blobs.has('many', name)).toBe(false);
      expect(await bucket.blobs.has('many-more', kept.sha256)).toBe(true);
    });

    it.each([
      ['secret', { secretAccessKey: 'wrong' }, /refuses the request \(SignatureDoesNotMatch\)/],
      ['key', { accessKeyId: 'quire:another' }, /refuses the request \((?:SignatureDoesNotMatch|InvalidAccessKeyId)\)/],
    ])('are refused with a wrong %s, with an error that says so', async (_, change, message) => {
      const stranger = bucket.other(change);
      const put = (size: number) => stranger.put('org1', Readable.from([Buffer.alloc(size)]), { maxBytes: size });
      await expect(put(1_000)).rejects.toThrow(message);
      await expect(put(20 * MB)).rejects.toThrow(message);
      await expect(stranger.open('org1', 'ab'.repeat(32))).rejects.toThrow(message);
      await expect(stranger.deleteAll('org1')).rejects.toThrow(message);
      await stranger.close();
    });
  });

  describe('several processes, each with a data folder of its own', () => {
    let database: TestDatabase;
    let processes: QuireProcess[] = [];
    let organization: string;
    let space: string;
    const process = (at: number): QuireProcess => processes[at]!;
    const authorization = `Bearer ${TOKEN}`;
    const made = async <T>(quire: QuireProcess, method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await quire.call<T>(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer.body;
    };
    const upload = (quire: QuireProcess, method: string, path: string, bytes: Buffer): Promise<Response> => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), 'noise.bin');
      return fetch(`${quire.url}/v1/spaces/${space}/content/${path}`, { method, headers: { authorization }, body });
    };
    /** What another process answers for an address that one has given. */
    const downloaded = async (quire: QuireProcess, url: string): Promise<Buffer> => {
      const answer = await fetch(quire.url + new URL(url).pathname);
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    };

    beforeAll(async () => {
      database = await createEmptyDatabase();
      const { bucket, region, endpoint, accessKeyId, secretAccessKey } = await store.makeBucket();
      const env = {
        DATABASE_URL: database.url,
        QUIRE_SECRET_KEY: SECRET,
        QUIRE_PUBLIC_URL: 'https://quire.example',
        QUIRE_S3_BUCKET: bucket,
        QUIRE_S3_REGION: region,
        QUIRE_S3_ENDPOINT: endpoint,
        QUIRE_S3_ACCESS_KEY_ID: accessKeyId,
        QUIRE_S3_SECRET_ACCESS_KEY: secretAccessKey,
      };
      processes = ['api', 'api', 'worker'].map((role) => new QuireProcess({ ...env, QUIRE_ROLE: role }));
      await Promise.all(processes.map((quire) => quire.start()));
      organization = (await made<{ id: string }>(process(0), 'POST', '/orgs', { title: 'Apart' })).id;
      const path = `/orgs/${organization}/spaces`;
      space = (await made<{ id: string }>(process(1), 'POST', path, { empty: true, title: 'Apart' })).id;
    }, 300_000);

    afterAll(async () => {
      for (const quire of processes) await quire.dispose();
      await database.drop();
    }, 120_000);

    it('give back files that another one took, byte for byte', async () => {
      const bytes = randomBytes(40 * MB);
      const answer = await upload(process(0), 'POST', 'files', bytes);
      expect(answer.status).toBe(201);
      const { downloadURL } = (await answer.json()) as { downloadURL: string };
      expect((await downloaded(process(1), downloadURL)).equals(bytes)).toBe(true);
      expect((await downloaded(process(0), downloadURL)).equals(bytes)).toBe(true);
    });

    it('continue an import in parts that another one began', async () => {
      const archive = rawZip([
        { name: 'README.md', data: '# Imported\n' },
        { name: 'noise.bin', data: randomBytes(9 * MB) },
      ]);
      const announced = { size: archive.length, sha256: createHash('sha256').update(archive).digest('hex') };
      const path = `/spaces/${space}/content/import/uploads`;
      interface Begun {
        id: string;
        partBytes: number;
        missing: number[];
      }
      const { id, partBytes, missing } = await made<Begun>(process(0), 'POST', path, announced);
      expect(missing.length).toBeGreaterThan(2);
      for (const [index, offset] of missing.entries()) {
        const part = archive.subarray(offset, offset + partBytes);
        const answer = await upload(process(index % 2), 'PUT', `import/uploads/${id}/parts?offset=${offset}`, part);
        expect(answer.status).toBe(204);
      }
      expect((await made<Begun>(process(1), 'POST', path, announced)).missing).toEqual([]);
      await made(process(1), 'POST', `/spaces/${space}/content/import`, { upload: id });
      const { pages } = await made<{ pages: { title: string }[] }>(process(0), 'GET', `/spaces/${space}/content/pages`);
      expect(pages.map(({ title }) => title)).toContain('Imported');
    });

    it('give a PDF that was ordered of another one, and made by the worker', async () => {
      let url: string | undefined;
      for (const giveUp = Date.now() + 120_000; url === undefined && Date.now() < giveUp; await sleep(500)) {
        const answer = await process(0).call<{ url?: string }>('GET', `/spaces/${space}/pdf`);
        if (answer.status === 200) ({ url } = answer.body);
      }
      const [one, two] = [await downloaded(process(0), url!), await downloaded(process(1), url!)];
      expect(two.subarray(0, 5).toString()).toBe('%PDF-');
      expect(one.equals(two)).toBe(true);
    });

    it('leave nothing in their folders that another one would need', () => {
      for (const quire of processes) {
        const left = readdirSync(quire.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
          entry.isFile(),
        );
        expect(left.map(({ name }) => name)).toEqual([]);
      }
    });
  });
});
