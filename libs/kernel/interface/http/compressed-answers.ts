import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamOf } from './piecewise-answers.js';

/** Shorter texts fit into a few packets uncompressed. */
const LEAST_CHARACTERS = 16_384;

/** A text in pieces; `length`: its bytes, where known. */
interface Pieces {
  pieces: Iterable<Buffer>;
  length: number | undefined;
}

const packText = promisify(gzip);

/** The pieces are taken one by one, so that a long text does not hold up the process. */
function pack(text: string | Pieces): Promise<Buffer> {
  if (typeof text === 'string') return packText(text);
  const pieces = streamOf(text.pieces);
  const packer = createGzip();
  pieces.on('error', (error) => packer.destroy(error));
  return buffer(pieces.pipe(packer));
}

/** By the object that identifies a text: its compressed bytes, or the state before there are any. */
const packed = new WeakMap<object, Buffer | 'asked once' | 'being made'>();

/**
 * The compressed form of a text that is sent repeatedly, for callers who accept gzip; undefined for others, for short
 * texts, and until it exists: compression starts with the second request for it, in the background.
 */
export function compressedFor(request: FastifyRequest, kept: object, text: string | Pieces): Buffer | undefined {
  if ((text.length ?? LEAST_CHARACTERS) < LEAST_CHARACTERS || !takesGzip(request.headers['accept-encoding']))
    return undefined;
  const known = packed.get(kept);
  if (known instanceof Buffer) return known;
  if (known === undefined) packed.set(kept, 'asked once');
  else if (known === 'asked once') {
    packed.set(kept, 'being made');
    pack(text).then(
      (bytes) => packed.set(kept, bytes),
      () => packed.delete(kept),
    );
  }
  return undefined;
}

/** By the object that identifies a text: its bytes. */
const plain = new WeakMap<object, Buffer>();

/** The bytes of a text that is sent repeatedly, made once. */
export function bytesFor(kept: object, text: string): Buffer {
  const known = plain.get(kept);
  if (known) return known;
  const bytes = Buffer.from(text);
  plain.set(kept, bytes);
  return bytes;
}

/** Sets `Vary`, because the response depends on `Accept-Encoding`. */
export function variesByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'accept-encoding' : `${String(others)}, accept-encoding`);
}

function takesGzip(header: string | string[] | undefined): boolean {
  return typeof header === 'string' && negotiate(header, ['gzip']) === 'gzip';
}
