import { Agent, request as ask } from 'node:http';
import type { QuireProcess } from './quire-process.js';
import { Watch } from './watched-process.js';

const LONGEST_STALL_MS = 200;
const MOST_MEMORY = 1_000_000_000;
/** What was late is asked so often in all: a machine may be busy, and code slow only while it is new. */
const TRIES = 3;

/** What no request may cause. */
export interface Offence {
  request: string;
  stalledMs: number;
  memory: number;
}

/** What is sent apart from the body. */
export interface Sent {
  token?: string | undefined;
  headers?: Record<string, string | string[]>;
  type?: string;
}

/** Sends to a server what costs it as much as it can, and sees what that does to it. */
export class HostileRequests {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #watching = new Agent({ keepAlive: true });
  readonly #watch: Watch;

  /** The server runs already. */
  constructor(private readonly quire: QuireProcess) {
    this.#watch = new Watch(quire.url, quire.pid, this.#watching);
  }

  async stop(): Promise<void> {
    await this.#watch.stop();
    this.#agent.destroy();
    this.#watching.destroy();
  }

  /** The status it is answered with; 0 where the connection went before an answer was here. */
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
      // Where a body is not read to its end the connection may go before the answer is here.
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE' || error.code === 'ECONNRESET') resolve(0);
        else reject(error);
      });
      request.end(body);
    });
  }

  /** Sends, and answers what was seen meanwhile when it was too much each time. */
  async offence(what: string, request: () => Promise<number>): Promise<Offence[]> {
    let seen = { stalledMs: 0, memory: 0 };
    for (let tries = 0; tries < TRIES; tries++) {
      const status = await request();
      seen = await this.#watch.take();
      this.quire.expectRunning();
      if (status === 500) return [{ request: `${what} is answered with 500`, ...seen }];
      if (seen.stalledMs < LONGEST_STALL_MS && seen.memory < MOST_MEMORY) return [];
    }
    return [{ request: what, ...seen }];
  }
}
