import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, Dispatcher, request } from 'undici';
import { AddressRules, literalAddress } from './address-rules.js';
import { ACCEPTED_ENCODINGS, boundedBody } from './bounded-body.js';
import { canonicalHost, firstHop, nextHop, type Hop } from './hop.js';
import {
  Outbound,
  OutboundError,
  OutboundFailed,
  OutboundRefused,
  OutboundSilent,
  OutboundTimeout,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound.js';

/** Resolves a host name to all its addresses. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

export interface GuardedOutboundOptions {
  /** Host names, addresses and networks that are allowed besides public addresses. */
  allow: readonly string[];
  /** The system's resolver by default. */
  resolve?: ResolveHost;
}

/** The library, and the agent that opens its connections. */
interface Loaded {
  send: typeof request;
  agent: Agent;
}

const CONNECT_MS = 10_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** undici's error codes for a timeout without data. */
const SILENCES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * Outbound with undici. The address is checked where the connection is opened (the agent's lookup), so a name that
 * resolves differently after the check (DNS rebinding) gains nothing; literal addresses, which are not looked up, are
 * checked before. Redirects are followed here, and each hop is checked again. The library is loaded at the first fetch,
 * to keep the start fast.
 */
export class GuardedOutbound extends Outbound {
  private readonly rules: AddressRules;
  private readonly resolve: ResolveHost;
  private loaded: Promise<Loaded> | undefined;

  constructor(options: GuardedOutboundOptions) {
    super();
    this.rules = new AddressRules(options.allow);
    this.resolve = options.resolve ?? resolveBySystem;
  }

  async fetch(url: string, request: OutboundRequest): Promise<OutboundResponse> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new OutboundTimeout(request.timeoutMs)), request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal;
    const toError = (error: unknown): Error => asOutboundError(error, signal, request.silenceMs);
    try {
      const { url: reached, answer } = await this.follow(firstHop(url, request), request, signal);
      const headers = flatHeaders(answer.headers);
      const cookies = [answer.headers['set-cookie'] ?? []].flat();
      const encoding = hasNoBody(request, answer) ? undefined : headers['content-encoding'];
      const body = boundedBody(answer.body, encoding, request.maxBytes, toError);
      body.once('close', () => clearTimeout(timer));
      return { url: reached.href, status: answer.statusCode, headers, cookies, body };
    } catch (error) {
      clearTimeout(timer);
      throw toError(error);
    }
  }

  async checkAddress(host: string): Promise<string> {
    const canonical = canonicalHost(host);
    const addresses = await this.resolveChecked(canonical);
    return addresses[0]!.address;
  }

  async close(): Promise<void> {
    await (await this.loaded)?.agent.close();
  }

  private async follow(
    first: Hop,
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<{ url: URL; answer: Dispatcher.ResponseData }> {
    let hop = first;
    for (let left = request.maxRedirects ?? MAX_REDIRECTS; ; left -= 1) {
      this.checkHop(hop.url);
      const answer = await this.send(hop, request.silenceMs ?? request.timeoutMs, signal);
      const location = REDIRECTS.has(answer.statusCode) ? answer.headers['location'] : undefined;
      if (request.asIs || (location === undefined && answer.statusCode < 400)) return { url: hop.url, answer };
      discard(answer);
      if (location === undefined) {
        throw new OutboundFailed(`${hop.url.host} answered with status ${answer.statusCode}`, answer.statusCode);
      }
      if (left <= 0) throw new OutboundFailed(`Too many redirects, the last from ${hop.url.host}`);
      hop = nextHop(hop, answer.statusCode, String(location));
    }
  }

  private checkHop(url: URL): void {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new OutboundRefused(`only http and https are spoken, not ${url.protocol}`);
    }
    const literal = literalAddress(url.hostname);
    if (literal !== undefined) this.rules.check(url.hostname, literal);
  }

  private load(): Promise<Loaded> {
    this.loaded ??= import('undici').then(({ Agent, request: send }) => {
      const connect = { lookup: this.lookup, timeout: CONNECT_MS };
      return { send, agent: new Agent({ connect, connections: 8 }) };
    });
    return this.loaded;
  }

  private async send(hop: Hop, silenceMs: number, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { send, agent } = await this.load();
    return send(hop.url, {
      dispatcher: agent,
      method: hop.method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...hop.headers },
      body: hop.body ?? null,
      signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    });
  }

  private readonly lookup: LookupFunction = (host, options, done) => {
    this.resolveChecked(host).then(
      (addresses) => {
        if (options.all) done(null, addresses);
        else done(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: Error) => done(error, []),
    );
  };

  /** Every address must pass: a rebinding name may return one bad address among good ones. */
  private async resolveChecked(host: string): Promise<LookupAddress[]> {
    const literal = literalAddress(host);
    const addresses = literal === undefined ? await this.resolve(host) : [{ address: literal, family: isIP(literal) }];
    if (addresses.length === 0) throw new OutboundFailed(`${host} has no address`);
    if (literal !== undefined || !this.rules.allowsName(host)) {
      for (const { address } of addresses) this.rules.check(host, address);
    }
    return addresses;
  }
}

const resolveBySystem: ResolveHost = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(new OutboundFailed(`${host} cannot be resolved`, undefined, { cause: error }));
      else resolve(addresses);
    });
  });

/** Such an answer may name the encoding of the body that it would have. */
function hasNoBody({ method }: OutboundRequest, { statusCode }: Dispatcher.ResponseData): boolean {
  return method?.toUpperCase() === 'HEAD' || statusCode === 204 || statusCode === 304;
}

function discard(answer: Dispatcher.ResponseData): void {
  answer.body.on('error', () => undefined).destroy();
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}

/**
 * Our own errors come back wrapped by undici or as the reason of an abort; anything else is a failure of the other
 * side.
 */
function asOutboundError(error: unknown, signal: AbortSignal, silenceMs: number | undefined): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason;
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof OutboundError) return each;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
  if (silenceMs !== undefined && SILENCES.has(code)) return new OutboundSilent(silenceMs);
  return new OutboundFailed(`The connection failed (${code})`, undefined, { cause: error });
}
