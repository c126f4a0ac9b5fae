import type { Readable } from 'node:stream';

/** A request to another server. Limits are mandatory: every response is bounded. */
export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  /** A stream is sent as it comes and can't be sent twice: a redirect that keeps the method then fails. */
  body?: string | Buffer | Readable;
  /** Limit of the body in bytes, counted after decompression. */
  maxBytes: number;
  /** Milliseconds for everything: names, connections, redirects and the whole body. */
  timeoutMs: number;
  /** Milliseconds without receiving or sending any data before the request fails; `timeoutMs` by default. */
  silenceMs?: number;
  /** Redirects to follow at most; 5 by default, 0 refuses any. */
  maxRedirects?: number;
  /** Gives any answer as it is, without following redirects or failing for a status of 400 or more. */
  asIs?: boolean;
  signal?: AbortSignal;
}

/** A response, with a status below 400 unless any was asked for. `body` must be read to its end or destroyed. */
export interface OutboundResponse {
  /** The URL of the response after redirects, without credentials. */
  url: string;
  status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** Each `Set-Cookie` by itself: joined by commas, which they may contain, they could not be separated. */
  cookies: string[];
  /** Decompressed bytes; fails with an OutboundError at a limit or the deadline. */
  body: Readable;
}

/**
 * All connections to hosts that users name go through this class, so that users can't make the server connect to its
 * own network (SSRF).
 */
export abstract class Outbound {
  /** Fetches over http or https. Rejects with an OutboundError; for a status of 400 or more with OutboundFailed, unless `asIs` is set. */
  abstract fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;

  /**
   * For protocols with connections of their own (ssh): resolves the host, checks it by the same rules as `fetch`, and
   * returns the address to connect to. Connect to that address, not to the name, or the check has no effect.
   */
  abstract checkAddress(host: string): Promise<string>;

  /** Ends idle connections. */
  abstract close(): Promise<void>;
}

/** A failed request to another server. Messages contain hosts but never credentials, query strings or bodies. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

/** Refused by a rule before any byte was sent: the scheme, the address, a redirect. */
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

/** The other side sent or accepted no data for too long. */
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

/** The network, the name, TLS or the other side failed; `status` is set for a response of 400 or more. */
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
