import type { Readable } from 'node:stream';

/** What a caller asks of the outside. Caps are mandatory: nothing is read from outside without an end. */
export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  /** A stream is sent as it comes and cannot be sent twice: a redirect that keeps the method then fails. */
  body?: string | Buffer | Readable;
  /** Cap on the body in bytes, counted after decompression. */
  maxBytes: number;
  /** Milliseconds for everything: names, connections, redirects and the whole body. */
  timeoutMs: number;
  /** Milliseconds in which nothing comes, or nothing sent is taken, before it is given up; `timeoutMs` unless given. */
  silenceMs?: number;
  /** Redirects followed before giving up; 5 unless said otherwise, 0 refuses any. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

/** An answer with a status below 400. `body` must be read to its end or destroyed. */
export interface OutboundResponse {
  /** Where the answer came from, redirects followed, without credentials. */
  url: string;
  status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  headers: Record<string, string>;
  /** Decompressed bytes; fails with an OutboundError when a cap or the deadline is met. */
  body: Readable;
}

/**
 * The only way out of Quire: every connection to a host that a user named goes through here, so that nobody can make
 * the server talk to its own network.
 */
export abstract class Outbound {
  /** Fetches over http or https. Rejects with an OutboundError; a status of 400 or more is an OutboundFailed. */
  abstract fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;

  /**
   * For protocols that connect themselves (ssh): resolves the host, refuses it by the same rules as `fetch`, and
   * answers the address to connect to. Connect to that address, not to the name, or the check is worth nothing.
   */
  abstract checkAddress(host: string): Promise<string>;

  /** Ends idle connections. */
  abstract close(): Promise<void>;
}

/** Whatever goes wrong outside. Messages name hosts but never credentials, query strings or bodies. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

/** Refused by rule before any byte was sent: the scheme, the address, a redirect. */
export class OutboundRefused extends OutboundError {
  override name = 'OutboundRefused';

  constructor(readonly reason: string) {
    super(`Refused to connect: ${reason}`);
  }
}

/** The deadline passed. */
export class OutboundTimeout extends OutboundError {
  override name = 'OutboundTimeout';

  constructor(readonly timeoutMs: number) {
    super(`No complete answer within ${timeoutMs} ms`);
  }
}

/** The other side was silent too long. */
export class OutboundSilent extends OutboundError {
  override name = 'OutboundSilent';

  constructor(readonly silenceMs: number) {
    super(`Nothing was heard for ${silenceMs} ms`);
  }
}

/** The body is larger than the caller allows. */
export class OutboundTooLarge extends OutboundError {
  override name = 'OutboundTooLarge';

  constructor(readonly maxBytes: number) {
    super(`The answer is larger than ${maxBytes} bytes`);
  }
}

/** The network, the name, TLS or the other side failed; `status` is set if it answered with 400 or more. */
export class OutboundFailed extends OutboundError {
  override name = 'OutboundFailed';

  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
