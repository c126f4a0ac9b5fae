import { Injectable } from '@nestjs/common';
import type { BodyPiece, PlannedRequest } from '#api-html';
import { AtATime } from '#kernel/domain/at-a-time';
import { TooManyRequests, Unavailable } from '#kernel/domain/errors';
import { Quotas, type Quota } from '#kernel/domain/quotas';
import { Outbound, OutboundError, OutboundRefused, type OutboundResponse } from '#outbound';
import type { TriedAnswer, TriedForm } from '../../application/trying/tried-requests.queries.js';
import { readShown } from './shown-body.js';

const WINDOW_MS = 60_000;
/** Requests a minute: of one network at one site, and of all visitors of a site. */
const FROM_NETWORK = 30;
const FROM_SITE = 300;
/** Requests of all sites that this process waits for at a time, and of them from one network. */
const AT_A_TIME = 24;
const OF_NETWORK = 4;
const TIMEOUT_MS = 20_000;
/** Bytes that are read of an answer, and those that are shown. */
const MOST_BYTES = 1_000_000;
const SHOWN_BYTES = 256_000;
const USER_AGENT = 'Quire';
/** Those of the connection, which ends here. */
const LEFT_OUT = new Set(['connection', 'content-encoding', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']);

/** Sends the requests that readers try: so many a minute, so many at a time, none of them for long. */
@Injectable()
export class TriedCalls {
  readonly #fromNetwork: Quota;
  readonly #fromSite: Quota;
  readonly #sending = new AtATime(AT_A_TIME, OF_NETWORK);

  constructor(
    private readonly quotas: Quotas,
    private readonly outbound: Outbound,
  ) {
    this.#fromNetwork = quotas.of('tried-requests', FROM_NETWORK, WINDOW_MS);
    this.#fromSite = quotas.of('tried-requests-of-site', FROM_SITE, WINDOW_MS);
  }

  /** Throws TooManyRequests. */
  take(siteId: string, address: string): void {
    const own = this.#fromNetwork.take(`${siteId} ${this.quotas.networkOf(address)}`);
    const taken = own.granted ? this.#fromSite.take(siteId) : own;
    if (taken.granted) return;
    throw new TooManyRequests(`Too many requests were tried: try again in ${Math.ceil(taken.resetsInMs / 1_000)} s`);
  }

  /** Redirects are not followed: they are answers like others. Throws Unavailable. */
  async send(address: string, planned: PlannedRequest, files: TriedForm['files']): Promise<TriedAnswer> {
    const sent = this.#sending.run(this.quotas.networkOf(address), () => this.#send(planned, files));
    if (!sent) throw new Unavailable('Too many requests are being tried: try again later');
    return sent;
  }

  async #send({ method, url, headers, body }: PlannedRequest, files: TriedForm['files']): Promise<TriedAnswer> {
    const started = performance.now();
    try {
      const answer = await this.outbound.fetch(url, {
        method,
        headers: { 'user-agent': USER_AGENT, ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : joined(body, files) }),
        maxBytes: MOST_BYTES,
        timeoutMs: TIMEOUT_MS,
        maxRedirects: 0,
        asIs: true,
      });
      return await shownOf(answer, started);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      // The address at which a name was found is of no concern to readers.
      const message = error instanceof OutboundRefused ? 'The server may not be reached from here' : error.message;
      throw new Unavailable(message, { cause: error });
    }
  }
}

/** A body with the files that readers chose for it. */
function joined(pieces: readonly BodyPiece[], files: TriedForm['files']): Buffer {
  const bytes = pieces.map((piece) => {
    if (typeof piece === 'string') return Buffer.from(piece);
    return files[piece.field]?.[piece.index]?.bytes ?? Buffer.alloc(0);
  });
  return Buffer.concat(bytes);
}

async function shownOf({ status, headers, cookies, body }: OutboundResponse, started: number): Promise<TriedAnswer> {
  const shown = await readShown(body, headers['content-type'], SHOWN_BYTES);
  const others = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name) && name !== 'set-cookie');
  const all = [...others, ...cookies.map((cookie): [string, string] => ['set-cookie', cookie])];
  return { status, headers: all, ...shown, milliseconds: Math.round(performance.now() - started) };
}
