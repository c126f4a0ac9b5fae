import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '#kernel/infrastructure/settings';
import { connectS3, isMissing, type ObjectKey, type S3Connection } from './s3-connection.js';
import { openObject } from './s3-download.js';
import { abortLeftUploads } from './s3-leftovers.js';
import { S3Upload } from './s3-upload.js';

export interface ListedObject {
  /** Without the prefix. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Most objects that a list has. */
const MOST_LISTED = 100_000;
const DAY_MS = 24 * 3_600_000;

/** Objects in a bucket by their names, for what is not addressed by its hash. Errors are those of the S3 library. */
export class S3Objects {
  private constructor(
    private readonly connection: S3Connection,
    private readonly bucket: string,
    /** Before every name. */
    private readonly folder: string,
  ) {}

  /** Names are below the prefix. Connects to nothing yet. */
  static async open(s3: S3Settings): Promise<S3Objects> {
    return new S3Objects(await connectS3(s3), s3.bucket, s3.prefix === '' ? '' : `${s3.prefix}/`);
  }

  /** Those whose names begin so, in the order of names. */
  async list(begin: string): Promise<ListedObject[]> {
    const { sdk, client } = this.connection;
    const found: ListedObject[] = [];
    let after: string | undefined;
    do {
      const StartAfter = after === undefined ? {} : { StartAfter: after };
      const input = { Bucket: this.bucket, Prefix: this.folder + begin, ...StartAfter };
      const { Contents = [], IsTruncated = false } = await client.send(new sdk.ListObjectsV2Command(input));
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents)
        found.push({ name: Key.slice(this.folder.length), bytes: Size, modifiedAt: LastModified });
      after = IsTruncated ? Contents.at(-1)?.Key : undefined;
    } while (after !== undefined && found.length < MOST_LISTED);
    return found;
  }

  /** Uploads a file as `S3Upload` does; `sha256` in hex. One that breaks off is no object. */
  put(name: string, { path, bytes: size, sha256 }: { path: string; bytes: number; sha256: string }): Promise<void> {
    return new S3Upload(this.connection).put(this.#at(name), { path, size, sha256, head: Buffer.alloc(0) });
  }

  /** Reads an object to its end; throws unless it has this SHA-256 (hex). */
  async requireSame(name: string, sha256: string): Promise<void> {
    for await (const _ of await openObject(this.connection, this.#at(name), sha256));
  }

  /** Undefined where there is no such object. */
  async size(name: string): Promise<number | undefined> {
    const { sdk, client } = this.connection;
    return client.send(new sdk.HeadObjectCommand(this.#at(name))).then(
      ({ ContentLength = 0 }) => ContentLength,
      (error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      },
    );
  }

  /** Bytes at `start` to `end`, both included. */
  async read(name: string, start: number, end: number): Promise<Buffer> {
    return buffer(await openObject(this.connection, this.#at(name), '', { start, end }));
  }

  async remove(name: string): Promise<void> {
    const { sdk, client } = this.connection;
    await client.send(new sdk.DeleteObjectCommand(this.#at(name)));
  }

  /** Removes the parts of uploads of such names that were begun more than a day ago. */
  abortLeftUploads(names: RegExp): Promise<void> {
    const place = { bucket: this.bucket, prefix: this.folder };
    return abortLeftUploads(this.connection, place, new Date(Date.now() - DAY_MS), names);
  }

  close(): void {
    this.connection.client.destroy();
  }

  #at(name: string): ObjectKey {
    return { Bucket: this.bucket, Key: this.folder + name };
  }
}
