import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { headersAsSent } from '#kernel/interface/bodies/raw';
import { credentialOf, type Credential } from '#kernel/interface/http/credential';
import { CALLS_HEADER } from '../application/endpoint.queries.js';

/** Who sent a request, and what of its headers a script may see. */
export interface Sender {
  caller: Caller | undefined;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** How many calls of scripts led to it. */
  calls: number;
}

/** Cookies of this server, which no script sees. */
const OWN_COOKIES = /^(?:__Host-)?quire_/;
/** Personal tokens of this server, also expired ones. */
const OWN_TOKEN = /^quire_/;
const OF_A_CONNECTION = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Finds who sends requests to public addresses. No request is refused for it: a caller that is not known is a stranger. */
@Injectable()
export class EndpointCallers {
  readonly #host: string;

  constructor(
    private readonly callers: Callers,
    address: ApiAddress,
  ) {
    this.#host = new URL(address.url).host;
  }

  async of(request: FastifyRequest): Promise<Sender> {
    const credential = credentialOf(request);
    const caller = credential && (await this.#find(credential, request));
    const isOurs = credential?.kind === 'token' && (caller !== undefined || OWN_TOKEN.test(credential.secret));
    const calls = Number(request.headers[CALLS_HEADER]);
    return { caller, headers: passedOn(request, isOurs), calls: Number.isSafeInteger(calls) ? Math.max(0, calls) : 0 };
  }

  async #find({ kind, secret }: Credential, request: FastifyRequest): Promise<Caller | undefined> {
    if (secret === '' || (kind === 'session' && !this.#isOfOwnPage(request))) return undefined;
    const caller = await (kind === 'token' ? this.callers.byToken(secret) : this.callers.bySession(secret));
    if (caller?.provisioning) return undefined;
    return (caller?.sessionId === undefined) === (kind === 'token') ? caller : undefined;
  }

  /** Browsers also send the cookie where another site, or the page of a script, leads the user here: that is not it. */
  #isOfOwnPage({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    const { origin } = headers;
    return origin !== undefined && URL.canParse(origin) && new URL(origin).host === this.#host;
  }
}

/** The headers without those of the connection, and without what lets the sender into this server. */
function passedOn(request: FastifyRequest, isTokenOurs: boolean): Record<string, string> {
  const sent = headersAsSent(request);
  const named = sent.flatMap(([name, value]) => (name === 'connection' ? value.toLowerCase().split(/[\s,]+/) : []));
  const dropped = new Set([...OF_A_CONNECTION, CALLS_HEADER, ...named, ...(isTokenOurs ? ['authorization'] : [])]);
  const passed = new Headers();
  for (const [name, value] of sent) {
    if (dropped.has(name)) continue;
    const kept = name === 'cookie' ? withoutOwnCookies(value) : value;
    if (kept !== '' || name !== 'cookie') passed.append(name, kept);
  }
  return Object.fromEntries(passed);
}

function withoutOwnCookies(cookies: string): string {
  return cookies
    .split(/;\s*/)
    .filter((each) => !OWN_COOKIES.test(each))
    .join('; ');
}
