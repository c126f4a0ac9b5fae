import type * as Sdk from '@aws-sdk/client-s3';
import type { S3Settings } from '#kernel/infrastructure/settings';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { blobKey, BlobMissing, Blobs, type ByteRange, type StoredBlob } from '../../domain/blobs.js';
import { writeDraft } from './draft.js';

interface Loaded {
  sdk: typeof Sdk;
  client: Sdk.S3Client;
}

/** Blobs in a store that speaks S3. The library is loaded at first use: who keeps files on disk does not pay for it. */
export class S3Blobs extends Blobs {
  private loaded: Promise<Loaded> | undefined;

  /** An upload waits in `tempFolder` on disk until its hash is known. */
  constructor(
    private readonly settings: S3Settings,
    private readonly tempFolder: string,
  ) {
    super();
  }

  async put(organizationId: string, source: Readable, limits: { maxBytes: number }): Promise<StoredBlob> {
    const { path, ...stored } = await writeDraft(this.tempFolder, source, limits.maxBytes);
    try {
      const { sdk, client } = await this.load();
      // Uploaded also if it is there already: that renews its date, by which unused blobs are swept.
      await client.send(
        new sdk.PutObjectCommand({
          ...this.at(organizationId, stored.sha256),
          Body: createReadStream(path),
          ContentLength: stored.size,
          ContentType: 'application/octet-stream',
          ChecksumSHA256: Buffer.from(stored.sha256, 'hex').toString('base64'),
        }),
      );
      return stored;
    } finally {
      await rm(path, { force: true });
    }
  }

  async open(organizationId: string, sha256: string, range?: ByteRange): Promise<Readable> {
    const { sdk, client } = await this.load();
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end ?? ''}`;
    const at = { ...this.at(organizationId, sha256), ...(Range === undefined ? {} : { Range }) };
    const answer = await client.send(new sdk.GetObjectCommand(at)).catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissing(`There is no blob ${sha256}`) : error;
    });
    if (!(answer.Body instanceof Readable)) throw new Error('The store gave no bytes');
    return answer.Body;
  }

  async has(organizationId: string, sha256: string): Promise<boolean> {
    const { sdk, client } = await this.load();
    return client.send(new sdk.HeadObjectCommand(this.at(organizationId, sha256))).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );
  }

  async delete(organizationId: string, sha256: string): Promise<void> {
    const { sdk, client } = await this.load();
    await client.send(new sdk.DeleteObjectCommand(this.at(organizationId, sha256)));
  }

  /** Ends idle connections. */
  async close(): Promise<void> {
    (await this.loaded)?.client.destroy();
  }

  private at(organizationId: string, sha256: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.settings;
    const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
    return { Bucket: bucket, Key: folder + blobKey(organizationId, sha256) };
  }

  private load(): Promise<Loaded> {
    this.loaded ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { region, endpoint, accessKeyId, secretAccessKey } = this.settings;
      const given = accessKeyId !== undefined && secretAccessKey !== undefined;
      const client = new sdk.S3Client({
        region,
        // Stores that are not Amazon's are addressed by path. Without keys the environment is asked, as Amazon's tools do.
        ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
        ...(given ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      });
      return { sdk, client };
    });
    return this.loaded;
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'NoSuchKey' || error.name === 'NotFound';
}
