import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '#kernel/domain/clock';
import type { S3Settings } from '#kernel/infrastructure/settings';
import { SystemClock } from '#kernel/infrastructure/system-clock';
import {
  blobAt,
  blobKey,
  BlobMissing,
  blobsOf,
  Blobs,
  MARK_MAX_BYTES,
  MARK_NAME,
  type BeforePut,
  type BlobPiece,
  type ByteRange,
  type StoredBlob,
} from '../../domain/content/blobs.js';
import { writeDraft } from './draft.js';
import { connectS3, deleteObjects, isMissing, rethrow, type ObjectKey, type S3Connection } from './s3-connection.js';
import { openObject } from './s3-download.js';
import { abortLeftUploads, BLOB_KEY } from './s3-leftovers.js';
import { MAX_SINGLE_BYTES, S3Upload } from './s3-upload.js';

/** Uploads in parts that are older were left by a process that was killed. */
const LEFT_MS = 24 * 3_600_000;

interface Loaded extends S3Connection {
  upload: S3Upload;
}

/**
 * Stores blobs in an S3-compatible store. The library is imported on first use, so that servers with files on disk do
 * not load it.
 */
export class S3Blobs extends Blobs {
  private loaded: Promise<Loaded> | undefined;
  private cleared: Promise<void> | undefined;

  /** An upload is buffered in `tempFolder` on disk until its hash is known. No other process needs that folder. */
  constructor(
    private readonly settings: S3Settings,
    private readonly tempFolder: string,
    private readonly clock: Clock = new SystemClock(),
    private readonly beforePut?: BeforePut,
  ) {
    super();
  }

  async put(organizationId: string, source: Readable, limits: { maxBytes: number }): Promise<StoredBlob> {
    const draft = await writeDraft(this.tempFolder, source, limits.maxBytes);
    const { path, ...stored } = draft;
    try {
      const loaded = await this.load();
      if (stored.size > MAX_SINGLE_BYTES) await (this.cleared ??= this.clear(loaded));
      await this.beforePut?.(organizationId, stored.sha256);
      // Uploaded even if it exists: that renews its date, which is a part of its stamp.
      await loaded.upload.put(this.at(organizationId, stored.sha256), draft);
      return stored;
    } finally {
      await rm(path, { force: true });
    }
  }

  async open(organizationId: string, sha256: string, range?: ByteRange): Promise<Readable> {
    const at = this.at(organizationId, sha256);
    return openObject(await this.load(), at, sha256, range).catch((error: unknown) => {
      if (isMissing(error)) throw new BlobMissing(`There is no blob ${sha256}`);
      return rethrow(error);
    });
  }

  async has(organizationId: string, sha256: string): Promise<boolean> {
    return (await this.stampOf(organizationId, sha256)) !== undefined;
  }

  async stampOf(organizationId: string, sha256: string): Promise<string | undefined> {
    const { sdk, client } = await this.load();
    return client.send(new sdk.HeadObjectCommand(this.at(organizationId, sha256))).then(
      ({ ETag = '', LastModified }) => `${ETag} ${LastModified?.getTime() ?? ''}`,
      (error: unknown) => {
        if (isMissing(error)) return undefined;
        return rethrow(error);
      },
    );
  }

  /** Stores know no deletion on a condition that all of them share: it is looked at directly before. */
  async deleteUnchanged(organizationId: string, sha256: string, stamp: string): Promise<boolean> {
    const now = await this.stampOf(organizationId, sha256);
    if (now === undefined) return true;
    if (now !== stamp) return false;
    await this.delete(organizationId, sha256);
    return true;
  }

  async delete(organizationId: string, sha256: string): Promise<void> {
    const { sdk, client } = await this.load();
    await client.send(new sdk.DeleteObjectCommand(this.at(organizationId, sha256))).catch(rethrow);
  }

  /** A page of keys at a time, which one request deletes; what is deleted is not listed again. */
  async deleteAll(organizationId: string): Promise<void> {
    const loaded = await this.load();
    const { bucket: Bucket } = this.settings;
    const Prefix = this.folder + blobsOf(organizationId);
    for (;;) {
      const command = new loaded.sdk.ListObjectsV2Command({ Bucket, Prefix });
      const { Contents = [] } = await loaded.client.send(command).catch(rethrow);
      const keys = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      if (keys.length === 0) return;
      await deleteObjects(loaded, Bucket, keys);
    }
  }

  /** One request. */
  async after(position: string, most: number): Promise<BlobPiece> {
    const { sdk, client } = await this.load();
    const place = { Bucket: this.settings.bucket, Prefix: this.folder, StartAfter: this.folder + position };
    const command = new sdk.ListObjectsV2Command({ ...place, MaxKeys: most });
    const { Contents = [], IsTruncated = false } = await client.send(command).catch(rethrow);
    const blobs = Contents.flatMap(({ Key = '', LastModified: storedAt }) => {
      const blob = blobAt(Key.slice(this.folder.length));
      // Without its time it may be young.
      return blob && storedAt ? [{ ...blob, storedAt }] : [];
    });
    const last = Contents.at(-1)?.Key;
    return { blobs, next: IsTruncated ? last?.slice(this.folder.length) : undefined };
  }

  async readMark(): Promise<string | undefined> {
    const range = { start: 0, end: MARK_MAX_BYTES - 1 };
    const bytes = await openObject(await this.load(), this.mark, '', range).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      // It is empty.
      if ((error as Error).name === 'InvalidRange') return Readable.from([]);
      return rethrow(error);
    });
    return bytes && (await buffer(bytes)).toString();
  }

  async writeMark(text: string): Promise<void> {
    const { sdk, client } = await this.load();
    const command = new sdk.PutObjectCommand({ ...this.mark, Body: text, ContentType: 'application/json' });
    await client.send(command).catch(rethrow);
  }

  /** Writes, finds and deletes a test object. Throws the errors of the S3 library. */
  async probe(): Promise<void> {
    const { sdk, client } = await this.load();
    const at = { Bucket: this.settings.bucket, Key: `${this.folder}quire-probe` };
    await client.send(new sdk.PutObjectCommand({ ...at, Body: 'probe' }));
    await client.send(new sdk.HeadObjectCommand(at));
    await client.send(new sdk.DeleteObjectCommand(at));
  }

  async close(): Promise<void> {
    (await this.loaded)?.client.destroy();
  }

  private clear(loaded: Loaded): Promise<void> {
    const place = { bucket: this.settings.bucket, prefix: this.folder };
    return abortLeftUploads(loaded, place, new Date(this.clock.now().getTime() - LEFT_MS), BLOB_KEY);
  }

  private get mark(): ObjectKey {
    return { Bucket: this.settings.bucket, Key: this.folder + MARK_NAME };
  }

  private at(organizationId: string, sha256: string): ObjectKey {
    return { Bucket: this.settings.bucket, Key: this.folder + blobKey(organizationId, sha256) };
  }

  /** The beginning of all keys. */
  private get folder(): string {
    const { prefix } = this.settings;
    return prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  }

  private load(): Promise<Loaded> {
    this.loaded ??= connectS3(this.settings).then((connection) => ({
      ...connection,
      upload: new S3Upload(connection),
    }));
    return this.loaded;
  }
}
