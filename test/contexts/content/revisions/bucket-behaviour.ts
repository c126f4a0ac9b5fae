import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { isNoSpace } from '#kernel/application/no-space';
import { Unavailable } from '#kernel/domain/errors';
import type { S3Settings } from '#kernel/infrastructure/settings';
import { BlobMissing } from '../../../../src/content/revisions/domain/content/blobs.js';
import { S3Blobs } from '../../../../src/content/revisions/infrastructure/blobs/s3-blobs.js';
import { connectS3, type S3Connection } from '../../../../src/content/revisions/infrastructure/blobs/s3-connection.js';
import { bytesOf, scratch } from '../scratch.js';
import { sha256, type TestedStore } from './blob-behaviour.js';
import { StoreRelay, type Passing } from './store-relay.js';

const MIB = 2 ** 20;

/** A bucket of a store, used through a relay that can cause faults. */
export class BucketInTest implements Omit<TestedStore, 'age'> {
  private constructor(
    private readonly settings: S3Settings,
    /** Between the blobs and the store. */
    readonly relay: StoreRelay,
    readonly blobs: S3Blobs,
    readonly drafts: string,
    private readonly direct: S3Connection,
  ) {}

  static async open(store: Omit<S3Settings, 'prefix'> & { endpoint: string }): Promise<BucketInTest> {
    const relay = new StoreRelay(store.endpoint);
    const settings = { ...store, prefix: 'quire', endpoint: await relay.start() };
    const drafts = await scratch();
    const direct = await connectS3({ ...store, prefix: '' });
    return new BucketInTest(settings, relay, new S3Blobs(settings, drafts), drafts, direct);
  }

  /** The store of another process, which is to be closed. */
  other(change: Partial<S3Settings> = {}): S3Blobs {
    return new S3Blobs({ ...this.settings, ...change }, this.drafts);
  }

  /** The keys of uploads in parts that were neither completed nor aborted. */
  async uploads(): Promise<string[]> {
    const { sdk, client } = this.direct;
    const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: this.settings.bucket }));
    return Uploads.map(({ Key = '' }) => Key);
  }

  async beginUpload(Key: string): Promise<void> {
    const { sdk, client } = this.direct;
    await client.send(new sdk.CreateMultipartUploadCommand({ Bucket: this.settings.bucket, Key }));
  }

  /** Puts other bytes in the place of a blob. */
  async replace(organization: string, name: string, Body: Buffer): Promise<void> {
    const { sdk, client } = this.direct;
    const Key = `quire/${organization}/${name.slice(0, 2)}/${name}`;
    await client.send(new sdk.PutObjectCommand({ Bucket: this.settings.bucket, Key, Body }));
  }

  async close(): Promise<void> {
    await this.blobs.close();
    this.direct.client.destroy();
    await this.relay.stop();
  }
}

/** The tests that every bucket passes: what becomes of blobs when connections break and the store is busy. */
export function behavesAsBucket(bucket: () => BucketInTest): void {
  const limits = { maxBytes: 1_000 * MIB };
  /** As chunks, as a network brings them. */
  const streamOf = (bytes: Buffer): Readable =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
        bytes.subarray(at * 65_536, (at + 1) * 65_536),
      ),
    );
  const put = (bytes: Buffer, organization = 'org1') => bucket().blobs.put(organization, streamOf(bytes), limits);
  const read = async (name: string, organization = 'org1'): Promise<Buffer> =>
    bytesOf(await bucket().blobs.open(organization, name));
  const isUpload = ({ method }: Passing): boolean => method === 'PUT';
  const isDownload = ({ method, parameters }: Passing): boolean => method === 'GET' && !parameters.has('uploads');

  afterEach(() => bucket().relay.clear());

  it.each([1, 10, 16, 17, 24])('of %i MiB are read byte for byte, also across the ends of parts', async (size) => {
    const bytes = randomBytes(size * MIB);
    const { sha256: name } = await put(bytes);
    expect((await read(name)).equals(bytes)).toBe(true);
    const range = { start: Math.floor(bytes.length / 2) - 8, end: Math.floor(bytes.length / 2) + 8 };
    const middle = await bytesOf(await bucket().blobs.open('org1', name, range));
    expect(middle.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    expect(await bucket().uploads()).toEqual([]);
    expect(readdirSync(bucket().drafts)).toEqual([]);
  });

  it.each([
    ['a small blob', 1_000],
    ['a blob of 10 MiB', 10 * MIB],
    ['a blob in parts', 20 * MIB],
  ])('are sent again when the store was too busy for %s', async (_, size) => {
    const bytes = randomBytes(size);
    bucket().relay.cause({ status: 503 }, 1, isUpload);
    const { sha256: name } = await put(bytes);
    expect(bucket().relay.faults).toBe(1);
    expect((await read(name)).equals(bytes)).toBe(true);
  });

  it.each([
    ['a blob of 10 MiB', 10 * MIB],
    ['a blob in parts', 20 * MIB],
  ])('are sent again when the connection breaks in the middle of %s', async (_, size) => {
    const bytes = randomBytes(size);
    bucket().relay.cause({ breakRequestAfter: 3 * MIB }, 2, isUpload);
    const { sha256: name } = await put(bytes);
    expect(bucket().relay.faults).toBe(2);
    expect((await read(name)).equals(bytes)).toBe(true);
    expect(await bucket().uploads()).toEqual([]);
  });

  it('survive a store that refuses one part for longer than the library tries', async () => {
    const bytes = randomBytes(20 * MIB);
    bucket().relay.cause({ status: 500 }, 4, ({ part }) => part === 2);
    const { sha256: name } = await put(bytes);
    expect(bucket().relay.faults).toBe(4);
    expect((await read(name)).equals(bytes)).toBe(true);
  });

  it('are stored when the response to the last request of an upload in parts is lost', async () => {
    const bytes = randomBytes(20 * MIB);
    bucket().relay.cause(
      { loseResponse: true },
      1,
      ({ method, parameters }) => method === 'POST' && parameters.has('uploadId'),
    );
    const { sha256: name } = await put(bytes);
    expect(bucket().relay.faults).toBe(1);
    expect((await read(name)).equals(bytes)).toBe(true);
    expect(await bucket().uploads()).toEqual([]);
  });

  it('leave no parts behind when one of them fails for good', async () => {
    const bytes = randomBytes(40 * MIB);
    bucket().relay.cause({ status: 503 }, Infinity, ({ part }) => part === 3);
    await expect(put(bytes)).rejects.toBeInstanceOf(Unavailable);
    expect(bucket().relay.faults).toBeGreaterThan(3);
    expect(await bucket().uploads()).toEqual([]);
    expect(await bucket().blobs.has('org1', sha256(bytes))).toBe(false);
    expect(readdirSync(bucket().drafts)).toEqual([]);
  });

  it.each([
    ['a small blob', 1_000],
    ['a part', 20 * MIB],
  ])('are not stored when a byte of %s was changed on the way', async (_, size) => {
    const bytes = randomBytes(size);
    bucket().relay.cause({ corrupt: true }, 1, isUpload);
    await expect(put(bytes)).rejects.toThrow();
    expect(await bucket().blobs.has('org1', sha256(bytes))).toBe(false);
    expect(await bucket().uploads()).toEqual([]);
  });

  it('are read to their end through a new connection when one breaks', async () => {
    const bytes = randomBytes(20 * MIB);
    const { sha256: name } = await put(bytes);
    bucket().relay.cause({ breakResponseAfter: 5 * MIB }, 3, isDownload);
    expect((await read(name)).equals(bytes)).toBe(true);
    expect(bucket().relay.faults).toBe(3);
    bucket().relay.cause({ breakResponseAfter: 2 * MIB }, 1, isDownload);
    const range = { start: 1_000, end: 9 * MIB };
    const middle = await bytesOf(await bucket().blobs.open('org1', name, range));
    expect(bucket().relay.faults).toBe(1);
    expect(middle.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  });

  it('never end as if they were complete when the store goes away while they are read', async () => {
    const { sha256: name } = await put(randomBytes(5 * MIB));
    let first = true;
    bucket().relay.choose = () => {
      const fault = first ? { breakResponseAfter: MIB } : { status: 503 };
      first = false;
      return fault;
    };
    const stream = await bucket().blobs.open('org1', name);
    let arrived = 0;
    stream.on('data', (chunk: Buffer) => (arrived += chunk.length));
    const end = await new Promise((resolve) => stream.once('end', () => resolve('end')).once('error', resolve));
    expect(end).toBeInstanceOf(Unavailable);
    expect(arrived).toBeLessThanOrEqual(MIB);
  });

  it('never end as if they were complete when the store has other bytes in their place', async () => {
    const bytes = randomBytes(100_000);
    const { sha256: name } = await put(bytes);
    await bucket().replace('org1', name, bytes.subarray(1));
    await expect(read(name)).rejects.toThrow(`other bytes than those of ${name}`);
    await put(bytes);
    expect((await read(name)).equals(bytes)).toBe(true);
  });

  it('close the connection to the store when the reader goes away', async () => {
    const { sha256: name } = await put(randomBytes(20 * MIB));
    const stream = await bucket().blobs.open('org1', name);
    await new Promise((begun) => stream.once('readable', begun));
    expect(bucket().relay.passing).toBe(1);
    stream.destroy();
    for (const giveUp = Date.now() + 5_000; bucket().relay.passing > 0 && Date.now() < giveUp;) await sleep(10);
    expect(bucket().relay.passing).toBe(0);
  });

  it('are unavailable while the store is down, which differs from a missing blob', async () => {
    const name = sha256(Buffer.from('theirs'));
    const { blobs, drafts, relay } = bucket();
    relay.choose = () => ({ status: 503 });
    await expect(blobs.open('org1', name)).rejects.toBeInstanceOf(Unavailable);
    await expect(blobs.has('org1', name)).rejects.toBeInstanceOf(Unavailable);
    await expect(blobs.delete('org1', name)).rejects.toBeInstanceOf(Unavailable);
    await expect(blobs.deleteAll('org1')).rejects.toBeInstanceOf(Unavailable);
    for (const size of [1_000, 5 * MIB, 17 * MIB]) {
      await expect(put(Buffer.alloc(size))).rejects.toBeInstanceOf(Unavailable);
    }
    expect(readdirSync(drafts)).toEqual([]);
    relay.clear();
    await expect(blobs.open('org1', name)).rejects.toBeInstanceOf(BlobMissing);
  });

  it('are unavailable while the store refuses the keys or has no such bucket, by the name of its error', async () => {
    const { blobs, relay } = bucket();
    for (const [status, code] of [
      [403, 'InvalidAccessKeyId'],
      [404, 'NoSuchBucket'],
    ] as const) {
      relay.choose = () => ({ status, code });
      const isRefused = (error: unknown): boolean =>
        error instanceof Unavailable &&
        error.message.includes(`refuses the request (${code})`) &&
        `${String(error.cause)}` === `${code}: HTTP ${status}`;
      for (const ask of [
        () => put(Buffer.alloc(1_000)),
        () => put(Buffer.alloc(17 * MIB)),
        () => blobs.open('org1', sha256(Buffer.from('theirs'))),
        () => blobs.deleteAll('org1'),
      ])
        await expect(ask().then(String, isRefused)).resolves.toBe(true);
    }
  });

  it('are refused as on a full disk when the quota of the bucket is used up', async () => {
    bucket().relay.choose = () => ({ status: 403, code: 'QuotaExceeded' });
    for (const size of [1_000, 17 * MIB]) await expect(put(Buffer.alloc(size)).catch(isNoSpace)).resolves.toBe(true);
    expect(readdirSync(bucket().drafts)).toEqual([]);
  });

  it('of two processes are one when they are put at once', async () => {
    const bytes = randomBytes(20 * MIB);
    const other = bucket().other();
    const [one, two] = await Promise.all([put(bytes, 'org3'), other.put('org3', streamOf(bytes), limits)]);
    expect(one.sha256).toBe(two.sha256);
    expect((await read(one.sha256, 'org3')).equals(bytes)).toBe(true);
    expect(await bucket().uploads()).toEqual([]);
    await other.close();
  });

  it('are whole or gone when they are put while all of their organization are deleted', async () => {
    const all = Array.from({ length: 12 }, (_, at) => Buffer.alloc(at === 0 ? 17 * MIB : 10_000, at));
    const puts = all.map((bytes) => put(bytes, 'org4'));
    await Promise.all([...puts, bucket().blobs.deleteAll('org4')]);
    for (const bytes of all) {
      if (await bucket().blobs.has('org4', sha256(bytes)))
        expect((await read(sha256(bytes), 'org4')).equals(bytes)).toBe(true);
    }
    await bucket().blobs.deleteAll('org4');
    expect(await Promise.all(all.map((bytes) => bucket().blobs.has('org4', sha256(bytes))))).not.toContain(true);
  });
}
