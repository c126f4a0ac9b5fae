import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matches } from '../../application/entity-tag.js';

/** A text that is sent again and again: the same object for the same text. */
export interface KeptPage {
  text: string;
  /** With its quotes. */
  etag: string;
  /** Whether browsers keep it for ever: it is worth more time once. */
  immutable?: boolean;
}

/** Shorter texts are not worth it. */
const LEAST_CHARACTERS = 1_000;
/** Beyond it, a tenth less takes twenty times as long: 70 ms for a style sheet. */
const BROTLI_QUALITY = { page: 5, immutable: 11 };

type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const pack: Record<Encoding, (page: Pick<KeptPage, 'text' | 'immutable'>) => Promise<Buffer>> = {
  br: ({ text, immutable }) =>
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[immutable ? 'immutable' : 'page'] } }),
  gzip: ({ text }) => zip(text),
};
const packed = new WeakMap<KeptPage, Partial<Record<Encoding, Buffer | Promise<Buffer>>>>();

/**
 * The body of a response with a page, compressed once for each encoding, at once where it is; sets the entity tag, and
 * 304 where the browser has the page already.
 */
export function keptPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  page: KeptPage,
): string | Buffer | Promise<Buffer> {
  const { text, etag } = page;
  void reply.header('etag', `W/${etag}`);
  if (matches(headers['if-none-match'], etag)) {
    void reply.code(304).removeHeader('content-type');
    return '';
  }
  const encoding = encodingFor(headers, text);
  if (encoding === undefined) return text;
  const bytes = packedIn(encoding, page);
  const send = (body: Buffer): Buffer => {
    void reply.header('content-encoding', encoding);
    return body;
  };
  return Buffer.isBuffer(bytes) ? send(bytes) : bytes.then(send);
}

function packedIn(encoding: Encoding, page: KeptPage): Buffer | Promise<Buffer> {
  const forms = packed.get(page) ?? {};
  packed.set(page, forms);
  forms[encoding] ??= pack[encoding](page).then(
    (bytes) => (forms[encoding] = bytes),
    (error: unknown) => {
      // It is tried again with the next request.
      delete forms[encoding];
      throw error;
    },
  );
  return forms[encoding];
}

/** The body of a response with a text that is made for it alone, compressed. It has no entity tag. */
export async function sentOnce(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  const encoding = encodingFor(request.headers, text);
  if (encoding === undefined) return text;
  const bytes = await pack[encoding]({ text });
  void reply.header('content-encoding', encoding);
  return bytes;
}

function encodingFor(headers: FastifyRequest['headers'], text: string): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string' || text.length < LEAST_CHARACTERS) return undefined;
  const chosen = negotiate(accepted, ['br', 'gzip']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}
