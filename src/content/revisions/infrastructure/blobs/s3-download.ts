import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../domain/content/blobs.js';
import { isTemporary, rethrow, unavailable, type ObjectKey, type S3Connection } from './s3-connection.js';

/** How often in succession a connection may break before a new one brings a byte. */
const MOST_BREAKS = 4;

/** An open response: its bytes, and how many are to come. */
interface Body {
  bytes: Readable;
  length: number | undefined;
}

/**
 * Opens an object, or a range of it. When its connection breaks, the rest is read through another one. A stream that
 * ends without an error had all bytes; a whole object was compared with its hash, SHA-256 in hex. Throws the error of
 * the library before it returns any byte; the stream ends with Unavailable when the store no longer responds.
 */
export async function openObject(
  { sdk, client }: S3Connection,
  at: ObjectKey,
  sha256: string,
  range?: ByteRange,
): Promise<Readable> {
  const begin = range?.start ?? 0;
  const get = async (position: number): Promise<Body> => {
    const isWhole = range === undefined && position === 0;
    const Range = isWhole ? {} : { Range: `bytes=${position}-${range?.end ?? ''}` };
    const { Body: bytes, ContentLength: length } = await client.send(new sdk.GetObjectCommand({ ...at, ...Range }));
    if (!(bytes instanceof Readable)) throw new Error('The store gave no bytes');
    return { bytes, length };
  };
  const first = await get(begin);
  const bytes = read(first, begin, get);
  return Readable.from(range === undefined ? verified(bytes, sha256) : bytes, { objectMode: false });
}

/** All bytes from a position on, through as many connections as needed. */
async function* read(first: Body, begin: number, get: (position: number) => Promise<Body>): AsyncGenerator<Buffer> {
  const end = first.length === undefined ? undefined : begin + first.length;
  let position = begin;
  let breaks = 0;
  let { bytes } = first;
  try {
    for (;;) {
      let broken: unknown;
      const chunks = bytes[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
      for (;;) {
        // Only what reading throws, not what the consumer of a chunk throws, is a failure of the store.
        const next = await chunks.next().catch((error: unknown) => {
          broken = isTemporary(error) ? error : rethrow(error);
        });
        if (!next || next.done) break;
        position += next.value.length;
        breaks = 0;
        yield next.value;
      }
      if (broken === undefined && (end === undefined || position === end)) return;
      if (++breaks > MOST_BREAKS) throw unavailable(broken);
      ({ bytes } = await get(position).catch(rethrow));
    }
  } finally {
    bytes.destroy();
  }
}

async function* verified(bytes: AsyncGenerator<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The store gave other bytes than those of ${sha256}`);
}
