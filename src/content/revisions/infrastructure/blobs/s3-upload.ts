import type * as Sdk from '@aws-sdk/client-s3';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Draft } from './draft.js';
import { MemoryLimit } from './memory-limit.js';
import {
  isMissing,
  isTemporary,
  responseTimeout,
  rethrow,
  unavailable,
  type ObjectKey,
  type S3Connection,
} from './s3-connection.js';

/** Larger files are uploaded in parts. */
export const MAX_SINGLE_BYTES = 16 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
/** The limit of the protocol. */
const MOST_PARTS = 10_000;
const PARTS_AT_ONCE = 2;
/** What all uploads of a store hold in memory. */
const MEMORY_BYTES = 64 * 1024 * 1024;
/** After the tries of the library, which take about a second, a part is tried again after so many milliseconds. */
const PART_PAUSES_MS = [1_000, 3_000];
/** What an upload may take for failures, in addition to its bytes on a slow connection. */
const FAILURES_MS = 60_000;
/** The longest time that a timer takes. */
const MOST_MS = 2 ** 31 - 1;

/**
 * Uploads files. A file of up to 16 MiB is one request, a larger one an upload in parts of 8 MiB. Each request has its
 * body in memory, so that it can be sent again when a connection breaks or the store answers 429 or 5xx; all uploads
 * together hold at most 64 MiB. The store verifies each request by the SHA-256 in its signature. There is no SHA-256 of
 * an object of parts: that the file has the hash in its key was computed when it was written.
 */
export class S3Upload {
  readonly #memory = new MemoryLimit(MEMORY_BYTES);

  constructor(private readonly connection: S3Connection) {}

  /** Throws Unavailable for a failure of the store that lasts, at the latest after a minute and the time of the bytes. */
  async put(at: ObjectKey, draft: Draft): Promise<void> {
    const partBytes = Math.max(PART_BYTES, Math.ceil(draft.size / MOST_PARTS));
    const isSingle = draft.size <= MAX_SINGLE_BYTES;
    const memory = isSingle ? draft.size : PARTS_AT_ONCE * partBytes;
    const file = await open(draft.path, 'r');
    try {
      await this.#memory.hold(memory, async () => {
        const deadline = AbortSignal.timeout(Math.min(FAILURES_MS + 2 * responseTimeout(draft.size), MOST_MS));
        const uploaded = isSingle
          ? this.#putSingle(at, draft, file, deadline)
          : new PartsUpload(this.connection, at, draft.size, partBytes).put(file, deadline);
        await uploaded.catch((error: unknown) => {
          throw deadline.aborted ? unavailable(error) : error;
        });
      });
    } finally {
      await file.close();
    }
  }

  async #putSingle(at: ObjectKey, { size, sha256 }: Draft, file: FileHandle, abortSignal: AbortSignal): Promise<void> {
    const { sdk, client } = this.connection;
    const command = new sdk.PutObjectCommand({
      ...at,
      Body: await bytesAt(file, 0, size),
      ContentLength: size,
      ContentType: 'application/octet-stream',
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    });
    await client.send(command, { requestTimeout: responseTimeout(size), abortSignal }).catch(rethrow);
  }
}

/** One upload in parts. */
class PartsUpload {
  #id = '';

  constructor(
    private readonly connection: S3Connection,
    private readonly at: ObjectKey,
    private readonly size: number,
    private readonly partBytes: number,
  ) {}

  /** When it fails, the parts are removed from the store, as far as that responds. */
  async put(file: FileHandle, deadline: AbortSignal): Promise<void> {
    const { sdk, client } = this.connection;
    const create = new sdk.CreateMultipartUploadCommand({ ...this.at, ContentType: 'application/octet-stream' });
    const { UploadId = '' } = await client.send(create, { abortSignal: deadline }).catch(rethrow);
    this.#id = UploadId;
    try {
      await this.#complete(await this.#putParts(file, deadline), deadline);
    } catch (error) {
      const abort = new sdk.AbortMultipartUploadCommand({ ...this.at, UploadId });
      await client.send(abort).catch(() => undefined);
      throw error;
    }
  }

  /** The first part that fails for good ends all others. */
  async #putParts(file: FileHandle, deadline: AbortSignal): Promise<Sdk.CompletedPart[]> {
    const failure = new AbortController();
    const signal = AbortSignal.any([deadline, failure.signal]);
    const numbers = Array.from({ length: Math.ceil(this.size / this.partBytes) }, (_, index) => index + 1).values();
    const parts: Sdk.CompletedPart[] = [];
    const putSome = async (): Promise<void> => {
      for (const PartNumber of numbers) {
        signal.throwIfAborted();
        const { ETag } = await this.#putPart(file, PartNumber, signal);
        parts[PartNumber - 1] = { PartNumber, ...(ETag === undefined ? {} : { ETag }) };
      }
    };
    const failed: unknown[] = [];
    const noteFailure = (error: unknown): void => {
      failed.push(error);
      failure.abort();
    };
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, () => putSome().catch(noteFailure)));
    if (failed.length > 0) throw failed[0];
    return parts;
  }

  async #putPart(file: FileHandle, PartNumber: number, signal: AbortSignal): Promise<Sdk.UploadPartCommandOutput> {
    const { sdk, client } = this.connection;
    const begin = (PartNumber - 1) * this.partBytes;
    const Body = await bytesAt(file, begin, Math.min(this.partBytes, this.size - begin));
    const input = { ...this.at, UploadId: this.#id, PartNumber, Body, ContentLength: Body.length };
    const send = (): Promise<Sdk.UploadPartCommandOutput> =>
      client.send(new sdk.UploadPartCommand(input), {
        requestTimeout: responseTimeout(Body.length),
        abortSignal: signal,
      });
    for (const pause of PART_PAUSES_MS) {
      try {
        return await send();
      } catch (error) {
        if (!isTemporary(error)) rethrow(error);
        await sleep(pause, undefined, { signal });
      }
    }
    return send().catch(rethrow);
  }

  async #complete(Parts: Sdk.CompletedPart[], abortSignal: AbortSignal): Promise<void> {
    const { sdk, client } = this.connection;
    const input = { ...this.at, UploadId: this.#id, MultipartUpload: { Parts } };
    const command = new sdk.CompleteMultipartUploadCommand(input);
    // The store may put the parts together before it responds.
    const options = { requestTimeout: responseTimeout(this.size), abortSignal };
    await client.send(command, options).catch(async (error: unknown) => {
      // The upload is gone where it was completed and the response was lost.
      if ((error as Error).name === 'NoSuchUpload' && (await this.#isStored())) return;
      rethrow(error);
    });
  }

  async #isStored(): Promise<boolean> {
    const { sdk, client } = this.connection;
    return client.send(new sdk.HeadObjectCommand(this.at)).then(
      ({ ContentLength }) => ContentLength === this.size,
      (error: unknown) => (isMissing(error) ? false : rethrow(error)),
    );
  }
}

/** Throws an Error where the file is shorter. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded');
    done += bytesRead;
  }
  return bytes;
}
