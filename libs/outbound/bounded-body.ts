import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundFailed, OutboundTooLarge } from './outbound.js';

/** The content codings that are requested and decoded. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/**
 * The decoded bytes of a response, at most `maxBytes` of them (then OutboundTooLarge); other errors pass `translate`.
 * Destroying the result ends the connection.
 */
export function boundedBody(
  raw: Readable,
  encoding: string | undefined,
  maxBytes: number,
  translate: (error: unknown) => Error,
): Readable {
  const decode = decoder(encoding, raw);
  // The reader gets the error through `source`; this callback only keeps it from being unhandled.
  const source = decode === undefined ? raw : pipeline(raw, decode, () => undefined);
  source.on('error', () => undefined);
  const body = Readable.from(upTo(maxBytes, source, translate), { objectMode: false });
  return body.once('close', () => raw.destroy());
}

async function* upTo(maxBytes: number, source: Readable, translate: (error: unknown) => Error): AsyncGenerator<Buffer> {
  let seen = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      seen += chunk.length;
      if (seen > maxBytes) throw new OutboundTooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw translate(error);
  }
}

function decoder(encoding: string | undefined, raw: Readable): Transform | undefined {
  switch ((encoding ?? 'identity').trim().toLowerCase()) {
    case 'identity':
    case '':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      raw.on('error', () => undefined).destroy();
      throw new OutboundFailed('The answer has a content encoding that is not understood');
  }
}
