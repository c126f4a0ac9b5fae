import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#kernel/domain/errors';
import { BlobMissing, BlobTooLarge, type Blobs } from '../../../../src/content/revisions/domain/content/blobs.js';
import { DiskBlobs } from '../../../../src/content/revisions/infrastructure/blobs/disk-blobs.js';
import { S3Blobs } from '../../../../src/content/revisions/infrastructure/blobs/s3-blobs.js';
import { bytesOf, removeScratch, scratch } from '../scratch.js';

describe('blob store', () => {
  const limits = { maxBytes: 1_000_000 };
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  /** The part of S3 that the blob store uses. Like the real one, it verifies the checksum of each upload. */
  class SmallS3 {
    readonly objects = new Map<string, Buffer>();
    /** How many of the next requests are answered with 503. */
    refusals = 0;
    private readonly server: Server = createServer((request, response) => void this.serve(request, response));

    async start(): Promise<string> {
      await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    stop(): Promise<unknown> {
      this.server.closeAllConnections();
      return new Promise((resolve) => this.server.close(resolve));
    }

    /** Two keys at a time, where the real one has a thousand. */
    private list(url: URL): string {
      const prefix = `${url.pathname.replace(/\/*$/, '')}/${url.searchParams.get('prefix')}`;
      const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).slice(0, 2);
      const contents = keys.map((key) => `<Contents><Key>${key.slice('/docs/'.length)}</Key></Contents>`);
      return `<ListBucketResult>${contents.join('')}</ListBucketResult>`;
    }

    private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const url = new URL(request.url ?? '/', 'http://s3');
      const key = url.pathname;
      const body = await bytesOf(request);
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return void response.writeHead(403).end();
      if (this.refusals > 0) {
        this.refusals--;
        return void response.writeHead(503).end();
      }
      if (request.method === 'PUT') {
        const sum = createHash('sha256').update(body).digest('base64');
        if (request.headers['x-amz-checksum-sha256'] !== sum) return void response.writeHead(400).end();
        this.objects.set(key, body);
        return void response.writeHead(200, { etag: '"x"' }).end();
      }
      if (request.method === 'DELETE') {
        this.objects.delete(key);
        return void response.writeHead(204).end();
      }
      if (request.method === 'GET' && url.searchParams.get('list-type') === '2') {
        return void response.writeHead(200, { 'content-type': 'application/xml' }).end(this.list(url));
      }
      if (request.method === 'POST' && url.searchParams.has('delete')) {
        for (const [, named = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
          this.objects.delete(`/docs/${named}`);
        return void response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult/>');
      }
      const object = this.objects.get(key);
      if (object === undefined) {
        const xml = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>no</Message></Error>';
        return void response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end(request.method === 'HEAD' ? '' : xml);
      }
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const part = from === undefined ? object : object.subarray(Number(from), to ? Number(to) + 1 : undefined);
      response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length });
      response.end(request.method === 'HEAD' ? undefined : part);
    }
  }

  const s3 = new SmallS3();
  const stores: Record<string, { blobs: Blobs; drafts: string }> = {};
  let diskFolder = '';

  beforeAll(async () => {
    diskFolder = join(await scratch(), 'blobs');
    stores['disk'] = { blobs: new DiskBlobs(diskFolder), drafts: join(diskFolder, 'drafts~') };
    const tempFolder = await scratch();
    const endpoint = await s3.start();
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const blobs = new S3Blobs({ bucket: 'docs', prefix: 'quire', region: 'local', endpoint, ...keys }, tempFolder);
    stores['s3'] = { blobs, drafts: tempFolder };
  });

  afterAll(async () => {
    await (stores['s3']?.blobs as S3Blobs).close();
    await s3.stop();
    await removeScratch();
  });

  describe.each(['disk', 's3'])('blobs on %s', (kind) => {
    const store = (): { blobs: Blobs; drafts: string } => stores[kind]!;

    it('are read byte for byte, as a whole and in ranges', async () => {
      const bytes = randomBytes(300_000);
      const { blobs } = store();
      const stored = await blobs.put(
        'org1',
        Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]),
        limits,
      );
      expect(stored).toMatchObject({ sha256: sha256(bytes), size: bytes.length });
      expect(stored.head.equals(bytes.subarray(0, 65_536))).toBe(true);
      expect((await bytesOf(await blobs.open('org1', stored.sha256))).equals(bytes)).toBe(true);
      const middle = await bytesOf(await blobs.open('org1', stored.sha256, { start: 10, end: 19 }));
      expect(middle.equals(bytes.subarray(10, 20))).toBe(true);
      const rest = await bytesOf(await blobs.open('org1', stored.sha256, { start: 299_990 }));
      expect(rest.equals(bytes.subarray(299_990))).toBe(true);
    });

    it('may be empty', async () => {
      const stored = await store().blobs.put('org1', Readable.from([]), limits);
      expect(stored).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) });
      expect(await bytesOf(await store().blobs.open('org1', stored.sha256))).toHaveLength(0);
    });

    it('belong to one organization', async () => {
      const { blobs } = store();
      const { sha256: name } = await blobs.put('org1', Readable.from([Buffer.from('ours')]), limits);
      expect(await blobs.has('org1', name)).toBe(true);
      expect(await blobs.has('org2', name)).toBe(false);
      await expect(blobs.open('org2', name)).rejects.toBeInstanceOf(BlobMissing);
      await blobs.delete('org2', name);
      expect(await blobs.has('org1', name)).toBe(true);
      await blobs.delete('org1', name);
      expect(await blobs.has('org1', name)).toBe(false);
      await blobs.delete('org1', name);
    });

    it('are deleted with their organization, and those of no other', async () => {
      const { blobs } = store();
      const put = (organization: string, text: string) =>
        blobs.put(organization, Readable.from([Buffer.from(text)]), limits);
      const names: string[] = [];
      for (const text of ['one', 'two', 'three', 'four', 'five']) names.push((await put('gone', text)).sha256);
      const [other, longer] = [await put('other', 'one'), await put('gone-not', 'one')];
      await blobs.deleteAll('gone');
      await blobs.deleteAll('gone');
      expect(await Promise.all(names.map((name) => blobs.has('gone', name)))).toEqual(names.map(() => false));
      expect([await blobs.has('other', other.sha256), await blobs.has('gone-not', longer.sha256)]).toEqual([
        true,
        true,
      ]);
      await expect(blobs.deleteAll('../gone')).rejects.toThrow('not the id');
    });

    it('can be stored many times concurrently', async () => {
      const { blobs, drafts } = store();
      const bytes = randomBytes(200_000);
      const all = await Promise.all(
        Array.from({ length: 20 }, () => blobs.put('org1', Readable.from([bytes]), limits)),
      );
      expect(new Set(all.map((each) => each.sha256))).toEqual(new Set([sha256(bytes)]));
      expect((await bytesOf(await blobs.open('org1', sha256(bytes)))).equals(bytes)).toBe(true);
      expect(readdirSync(drafts)).toEqual([]);
    });

    it('leave nothing behind when they are too large or their stream ends early', async () => {
      const { blobs, drafts } = store();
      await expect(blobs.put('org1', Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })).rejects.toBeInstanceOf(
        BlobTooLarge,
      );
      expect((await blobs.put('org1', Readable.from([Buffer.alloc(10)]), { maxBytes: 10 })).size).toBe(10);
      const broken = new Readable({ read: () => broken.destroy(new Error('gone')) });
      await expect(blobs.put('org1', broken, limits)).rejects.toThrow('gone');
      expect(readdirSync(drafts)).toEqual([]);
    });

    it.each(['../org1', '', 'a/b', '.'])('refuse the organization %j', async (organizationId) => {
      await expect(store().blobs.open(organizationId, sha256(Buffer.alloc(0)))).rejects.toThrow('organization');
      await expect(store().blobs.open('org1', `../${organizationId}`)).rejects.toThrow('SHA-256');
    });
  });

  describe('blobs on disk', () => {
    it('are stored below the organization and the first two digits, and old leftovers are removed', async () => {
      const { sha256: name } = await stores['disk']!.blobs.put('org9', Readable.from([Buffer.from('x')]), limits);
      expect(readdirSync(join(diskFolder, 'org9', name.slice(0, 2)))).toEqual([name]);
      const drafts = stores['disk']!.drafts;
      mkdirSync(drafts, { recursive: true });
      writeFileSync(join(drafts, 'old.draft'), 'x');
      writeFileSync(join(drafts, 'new.draft'), 'x');
      utimesSync(join(drafts, 'old.draft'), new Date(0), new Date(0));
      await (stores['disk']!.blobs as DiskBlobs).removeLeftovers();
      expect(readdirSync(drafts)).toEqual(['new.draft']);
    });
  });

  describe('blobs in a bucket', () => {
    it('are sent again when the store was too busy', async () => {
      s3.refusals = 1;
      const bytes = randomBytes(1000);
      const { blobs } = stores['s3']!;
      const { sha256: name } = await blobs.put('org1', Readable.from([bytes]), limits);
      expect(s3.refusals).toBe(0);
      expect((await bytesOf(await blobs.open('org1', name))).equals(bytes)).toBe(true);
    });

    it('are unavailable while the store is down, which differs from a missing blob', async () => {
      const name = sha256(Buffer.from('theirs'));
      const { blobs, drafts } = stores['s3']!;
      s3.refusals = Infinity;
      try {
        await expect(blobs.open('org1', name)).rejects.toBeInstanceOf(Unavailable);
        await expect(blobs.has('org1', name)).rejects.toBeInstanceOf(Unavailable);
        await expect(blobs.delete('org1', name)).rejects.toBeInstanceOf(Unavailable);
        for (const size of [1000, 5_000_000]) {
          const put = blobs.put('org1', Readable.from([Buffer.alloc(size)]), { maxBytes: size });
          await expect(put).rejects.toBeInstanceOf(Unavailable);
        }
        expect(readdirSync(drafts)).toEqual([]);
      } finally {
        s3.refusals = 0;
      }
      await expect(blobs.open('org1', name)).rejects.toBeInstanceOf(BlobMissing);
    });
  });
});
