import { buffer } from 'node:stream/consumers';
import { SpecificationRefused } from '#openapi';
import {
  OutboundError,
  OutboundFailed,
  OutboundRefused,
  OutboundSilent,
  OutboundTimeout,
  OutboundTooLarge,
  type Outbound,
} from '#outbound';
import { MAX_SPECIFICATION_BYTES } from '../domain/openapi-source.js';
import type { Validators } from '../domain/openapi-spec.js';

/** The limits of fetching. */
export class FetchLimits {
  /** Milliseconds for one document, from the DNS look-up to its last byte. */
  documentMs = 10_000;
  /** Milliseconds for all documents that a specification refers to. */
  referencesMs = 30_000;
  /** Bytes of one document, and of all referenced documents together, after decompression. */
  maxBytes = MAX_SPECIFICATION_BYTES;
}

export interface FetchedDocument {
  /** Its address after redirects. */
  url: string;
  text: string;
  validators: Validators | undefined;
}

const HEADERS = { accept: 'application/json, application/yaml;q=0.9, */*;q=0.8', 'user-agent': 'Quire' };
const MOST_VALIDATOR = 1_000;
const NOT_MODIFIED = 304;

/**
 * Fetches documents through the guarded HTTP client, and describes failures only as far as the caller may know them.
 */
export class SpecificationFetch {
  #leftBytes: number;
  #leftMs: number;

  constructor(
    private readonly outbound: Outbound,
    private readonly limits: FetchLimits,
  ) {
    this.#leftBytes = limits.maxBytes;
    this.#leftMs = limits.referencesMs;
  }

  /** The specification itself; undefined if these validators still match. */
  async document(url: string, { etag, lastModified }: Validators): Promise<FetchedDocument | undefined> {
    const { documentMs: timeoutMs, maxBytes } = this.limits;
    const conditions = {
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
      ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
    };
    return this.#fetch(url, conditions, { maxBytes, timeoutMs });
  }

  /** A document that the specification refers to: all of them share the limits of bytes and time. */
  async reference(url: string): Promise<FetchedDocument> {
    const began = performance.now();
    try {
      if (this.#leftMs <= 0) throw refusal('FETCH_TIMEOUT', 'What the specification refers to takes too long to fetch');
      const timeoutMs = Math.min(this.limits.documentMs, this.#leftMs);
      const document = await this.#fetch(url, {}, { maxBytes: this.#leftBytes, timeoutMs });
      if (!document) throw refusal('FETCH_ERROR', `${hostOf(url)} answered with status ${NOT_MODIFIED}`);
      this.#leftBytes -= Buffer.byteLength(document.text);
      return document;
    } finally {
      this.#leftMs -= performance.now() - began;
    }
  }

  async #fetch(
    url: string,
    conditions: Record<string, string>,
    caps: { maxBytes: number; timeoutMs: number },
  ): Promise<FetchedDocument | undefined> {
    try {
      const answer = await this.outbound.fetch(url, { headers: { ...HEADERS, ...conditions }, ...caps });
      if (answer.status === NOT_MODIFIED) {
        answer.body.on('error', () => undefined).destroy();
        if (Object.keys(conditions).length > 0) return undefined;
        throw new OutboundFailed(`${hostOf(url)} answered with status ${NOT_MODIFIED}`, NOT_MODIFIED);
      }
      if (isLonger(answer.headers, caps.maxBytes)) {
        answer.body.on('error', () => undefined).destroy();
        throw new OutboundTooLarge(caps.maxBytes);
      }
      const bytes = await buffer(answer.body);
      return { url: answer.url, text: decoded(bytes), validators: validatorsOf(answer.headers) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const [code, message] = told(error, hostOf(url), caps);
      throw refusal(code, message);
    }
  }
}

/** Whether an answer says before its bytes that they are too many. */
function isLonger(headers: Readonly<Record<string, string>>, maxBytes: number): boolean {
  return headers['content-encoding'] === undefined && Number(headers['content-length']) > maxBytes;
}

/** The message for a failure. It shows no resolved addresses, which may belong to the server's own network. */
function told(
  error: OutboundError,
  host: string,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): ['FETCH_TIMEOUT' | 'FETCH_ERROR', string] {
  if (error instanceof OutboundTimeout || error instanceof OutboundSilent)
    return ['FETCH_TIMEOUT', `${host} did not answer in full within ${Math.ceil(timeoutMs / 1_000)} seconds`];
  if (error instanceof OutboundTooLarge) return ['FETCH_ERROR', `${host} answered with more than ${maxBytes} bytes`];
  if (error instanceof OutboundRefused)
    return ['FETCH_ERROR', `${host} is, or leads to, an address that is not public`];
  if (error instanceof OutboundFailed && error.status !== undefined)
    return ['FETCH_ERROR', `${host} answered with status ${error.status}`];
  if (isOf(error, 'ENOTFOUND', 'EAI_AGAIN')) return ['FETCH_ERROR', `${host} is not known: its name has no address`];
  if (isOf(error, 'CERT', 'SSL', 'TLS', 'ISSUER')) return ['FETCH_ERROR', `${host} has no certificate that is trusted`];
  return ['FETCH_ERROR', `${host} can’t be reached, or breaks off before its answer is complete`];
}

/** Whether the code of a failure, or of its cause, contains one of these words. */
function isOf(error: unknown, ...words: string[]): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === 'string' && words.some((word) => code.includes(word))) return true;
  }
  return false;
}

function refusal(code: 'FETCH_TIMEOUT' | 'FETCH_ERROR', message: string): SpecificationRefused {
  return new SpecificationRefused(code, [{ message, code }]);
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'The address');

/**
 * Decodes by the byte order mark, else as UTF-8; bytes that are no text become a text that is no valid specification.
 */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

function validatorsOf(headers: Readonly<Record<string, string>>): Validators | undefined {
  const { etag, 'last-modified': lastModified } = headers;
  const fits = (value: string | undefined): value is string =>
    value !== undefined && value.length <= MOST_VALIDATOR && /^[\x20-\x7e]+$/.test(value);
  const validators = { ...(fits(etag) ? { etag } : {}), ...(fits(lastModified) ? { lastModified } : {}) };
  return Object.keys(validators).length === 0 ? undefined : validators;
}
