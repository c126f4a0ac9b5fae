import { Agent, request as ask } from 'node:http';
import { megabyteMs, textMegabyteMs } from './machine-pace.js';
import type { QuireProcess } from './quire-process.js';
import { Watch } from './watched-process.js';

/**
 * On a machine that parses a megabyte of JSON in less than 10 ms; a slower one may take as long as for twenty, or for
 * sixty that are one long text, which takes a fifth of it on most machines: about four times the longest body, which is
 * put together, decoded, parsed and looked through.
 */
const LONGEST_STALL_MS = 200;
const LONGEST_STALL_MEGABYTES = 20;
const LONGEST_STALL_TEXT = 60;
const MOST_MEMORY = 1_000_000_000;
/** How often a slow request is tried in total: the machine may be busy, and code is slow before it is compiled. */
const TRIES = 3;

/** An effect that no request may have. */
export interface Offence {
  request: string;
  stalledMs: number;
  memory: number;
}

/** The parts of a request besides the body. */
export interface Sent {
  token?: string | undefined;
  headers?: Record<string, string | string[]>;
  type?: string;
}

/** Sends a server the most expensive requests possible, and observes the effect. */
export class HostileRequests {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #watching = new Agent({ keepAlive: true });
  readonly #watch: Watch;

  /** Takes a running server. */
  constructor(private readonly quire: QuireProcess) {
    this.#watch = new Watch(quire.url, quire.pid, this.#watching);
  }

  async stop(): Promise<void> {
    await this.#watch.stop();
    this.#agent.destroy();
    this.#watching.destroy();
  }

  /** The status of the response; 0 where the connection closed before it arrived. */
  send(
    { method, path }: { method: string; path: string },
    text: string | Buffer,
    { token, headers: more, type = 'application/json' }: Sent = {},
  ): Promise<number> {
    const body = typeof text === 'string' ? Buffer.from(text) : text;
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': type,
        'content-length': body.length,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...more,
      };
      const request = ask(`${this.quire.url}${path}`, { method, headers, agent: this.#agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      // Where a body is not read to its end the connection may close before the response arrives.
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE' || error.code === 'ECONNRESET') resolve(0);
        else reject(error);
      });
      request.end(body);
    });
  }

  /** Sends a request; returns the offences when it had them at every try. */
  async offence(what: string, request: () => Promise<number>): Promise<Offence[]> {
    let seen = { stalledMs: 0, memory: 0 };
    for (let tries = 0; tries < TRIES; tries++) {
      const status = await request();
      seen = await this.#watch.take();
      this.quire.expectRunning();
      if (status === 500) return [{ request: `${what} is answered with 500: ${this.quire.lastOutput}`, ...seen }];
      if (seen.stalledMs < LONGEST_STALL_MS && seen.memory < MOST_MEMORY) return [];
    }
    const slower = [LONGEST_STALL_MEGABYTES * megabyteMs(), LONGEST_STALL_TEXT * textMegabyteMs()];
    const longest = Math.max(LONGEST_STALL_MS, ...slower);
    return seen.stalledMs < longest && seen.memory < MOST_MEMORY ? [] : [{ request: what, ...seen }];
  }
}
