import type * as Sdk from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Unavailable } from '#kernel/domain/errors';
import type { S3Settings } from '#kernel/infrastructure/settings';
import { blobKey, BlobMissing, blobsOf, Blobs, type ByteRange, type StoredBlob } from '../../domain/content/blobs.js';
import { writeDraft } from './draft.js';

interface Loaded {
  sdk: typeof Sdk;
  client: Sdk.S3Client;
}

/** Uploads up to this size are sent from memory, as the library retries only bodies that it has as a whole. */
const MAX_IN_MEMORY_BYTES = 4_000_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Milliseconds until a response begins; an upload may in addition take the time its bytes need on a slow connection.
 */
const RESPONSE_TIMEOUT_MS = 10_000;
const SLOW_LINE_BYTES_PER_MS = 100;
/** Milliseconds without data on an open connection; long, since the client that reads through it may pause. */
const IDLE_TIMEOUT_MS = 600_000;
/** Codes of network errors below HTTP, as Node names them. */
const NETWORK_ERROR_CODES = /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;

/** Silences the library's logger: errors are thrown, and nothing else is worth logging. */
const ignore = (): void => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Stores blobs in an S3-compatible store. The library is imported on first use, so that servers with files on disk do
 * not load it.
 */
export class S3Blobs extends Blobs {
  private loaded: Promise<Loaded> | undefined;

  /** An upload is buffered in `tempFolder` on disk until its hash is known. */
  constructor(
    private readonly settings: S3Settings,
    private readonly tempFolder: string,
  ) {
    super();
  }

  async put(organizationId: string, source: Readable, limits: { maxBytes: number }): Promise<StoredBlob> {
    const { path, ...stored } = await writeDraft(this.tempFolder, source, limits.maxBytes);
    const body = stored.size <= MAX_IN_MEMORY_BYTES ? await readFile(path) : createReadStream(path);
    try {
      const { sdk, client } = await this.load();
      // Uploaded even if it exists: that renews its date, so that a sweep of unused blobs does not delete it.
      const command = new sdk.PutObjectCommand({
        ...this.at(organizationId, stored.sha256),
        Body: body,
        ContentLength: stored.size,
        ContentType: 'application/octet-stream',
        ChecksumSHA256: Buffer.from(stored.sha256, 'hex').toString('base64'),
      });
      await client
        .send(command, { requestTimeout: RESPONSE_TIMEOUT_MS + stored.size / SLOW_LINE_BYTES_PER_MS })
        .catch(rethrow);
      return stored;
    } finally {
      if (body instanceof Readable) body.destroy();
      await rm(path, { force: true });
    }
  }

  async open(organizationId: string, sha256: string, range?: ByteRange): Promise<Readable> {
    const { sdk, client } = await this.load();
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end ?? ''}`;
    const at = { ...this.at(organizationId, sha256), ...(Range === undefined ? {} : { Range }) };
    const answer = await client.send(new sdk.GetObjectCommand(at)).catch((error: unknown) => {
      if (isMissing(error)) throw new BlobMissing(`There is no blob ${sha256}`);
      return rethrow(error);
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
        return rethrow(error);
      },
    );
  }

  async delete(organizationId: string, sha256: string): Promise<void> {
    const { sdk, client } = await this.load();
    await client.send(new sdk.DeleteObjectCommand(this.at(organizationId, sha256))).catch(rethrow);
  }

  /** A page of keys at a time, which one request deletes; what is deleted is not listed again. */
  async deleteAll(organizationId: string): Promise<void> {
    const { sdk, client } = await this.load();
    const { bucket: Bucket } = this.settings;
    const Prefix = this.folder + blobsOf(organizationId);
    for (;;) {
      const listed = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix })).catch(rethrow);
      const Objects = (listed.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : { Key }));
      if (Objects.length === 0) return;
      const { Errors: faults = [] } = await client
        .send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        .catch(rethrow);
      if (faults.length > 0) throw new Error(`The store did not delete ${faults.length} files: ${faults[0]?.Code}`);
    }
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

  private at(organizationId: string, sha256: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: this.folder + blobKey(organizationId, sha256) };
  }

  /** The beginning of all keys. */
  private get folder(): string {
    const { prefix } = this.settings;
    return prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  }

  private load(): Promise<Loaded> {
    this.loaded ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { region, endpoint, accessKeyId, secretAccessKey } = this.settings;
      const given = accessKeyId !== undefined && secretAccessKey !== undefined;
      const client = new sdk.S3Client({
        region,
        logger: SILENT,
        requestHandler: {
          connectionTimeout: CONNECT_TIMEOUT_MS,
          requestTimeout: RESPONSE_TIMEOUT_MS,
          throwOnRequestTimeout: true,
          socketTimeout: IDLE_TIMEOUT_MS,
        },
        // Stores other than Amazon's are addressed by path. Without keys, the library uses the environment's, as
        // Amazon's tools do.
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

/**
 * Throws Unavailable where the store could not be reached or is temporarily unable to respond; else rethrows the error.
 */
function rethrow(error: unknown): never {
  const { name, code, $metadata } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  const unavailable =
    name === 'TimeoutError' || NETWORK_ERROR_CODES.test(code ?? '') || status === 429 || status >= 500;
  throw unavailable ? new Unavailable('The store of files does not answer: try again later', { cause: error }) : error;
}
