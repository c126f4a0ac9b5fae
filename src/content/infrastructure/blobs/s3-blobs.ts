import type { S3Client } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { blobKey, BlobMissing, Blobs, type ByteRange, type StoredBlob } from '../../domain/blobs.js';
import { writeDraft } from './draft.js';

export interface S3Settings {
  bucket: string;
  /** Put before every key, such as "quire/"; nothing unless given. */
  prefix?: string;
  region: string;
  /** Of a store that is not Amazon's; such stores are addressed by path. */
  endpoint?: string;
  /** Taken from the environment, as Amazon's tools do, unless given. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Where an upload waits on disk until its hash is known. */
  tempFolder: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');

/** Blobs in a store that speaks S3. The library is loaded at first use: who keeps files on disk does not pay for it. */
export class S3Blobs extends Blobs {
  private loaded: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  constructor(private readonly settings: S3Settings) {
    super();
  }

  async put(organizationId: string, source: Readable, limits: { maxBytes: number }): Promise<StoredBlob> {
    const { path, ...stored } = await writeDraft(this.settings.tempFolder, source, limits.maxBytes);
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
    return { Bucket: bucket, Key: `${prefix ?? ''}${blobKey(organizationId, sha256)}` };
  }

  private load(): Promise<{ sdk: Sdk; client: S3Client }> {
    this.loaded ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { region, endpoint, credentials } = this.settings;
      const client = new sdk.S3Client({
        region,
        ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
        ...(credentials === undefined ? {} : { credentials }),
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
