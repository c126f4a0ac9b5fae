import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Slots } from '../../application/slots.js';
import { sendError } from '../error.filter.js';

/** How long requests in progress may take to be answered once the process ends. */
const ANSWER_MS = 3_000;
/** How long their connections may take to send these answers. */
const SEND_MS = 500;
const LOOK_AGAIN_MS = 20;
/** Connections without a request are kept for so long: a request may have arrived on them that was not read yet. */
const ARRIVE_MS = 200;

const known = new WeakMap<object, OpenRequests>();

/** The requests that are being answered, so that all of them have an answer before the process ends. */
export class OpenRequests {
  readonly #replies = new Slots<FastifyReply>();
  #ending = false;

  private constructor(private readonly server: FastifyInstance) {
    server.addHook('preClose', (done) => {
      this.#ending = true;
      done();
    });
  }

  /** Those of a server, each of which is to be passed to `accept`. */
  static of(server: FastifyInstance): OpenRequests {
    const requests = known.get(server) ?? new OpenRequests(server);
    known.set(server, requests);
    return requests;
  }

  /** How many requests are being answered. */
  get count(): number {
    return this.#replies.size;
  }

  /** Whether the request is to be answered; refuses it where the process ends. */
  accept(reply: FastifyReply): boolean {
    if (this.#ending) {
      sendError(reply.header('connection', 'close'), 503, 'The server is ending: try again later');
      return false;
    }
    // Also where the client leaves before the end; Fastify has no hook for that.
    reply.raw.once('close', this.#replies.add(reply));
    return true;
  }

  /**
   * Refuses further requests, and answers those in progress: after three seconds with an error. Their connections are
   * closed once the answers are sent.
   */
  async close(): Promise<void> {
    this.#ending = true;
    const http = this.server.server as Server;
    for (const { raw } of this.#replies) if (!raw.headersSent) raw.setHeader('connection', 'close');
    await sleep(ARRIVE_MS);
    const closed = this.server.close().then(() => true);
    // Connections that keep alive are closed by the server only where they are idle when it closes.
    const idle = setInterval(() => http.closeIdleConnections(), LOOK_AGAIN_MS);
    try {
      if (await Promise.race([closed, sleep(ANSWER_MS, false)])) return;
      for (const reply of this.#replies) this.#refuse(reply);
      if (await Promise.race([closed, sleep(SEND_MS, false)])) return;
      http.closeAllConnections();
      await closed;
    } finally {
      clearInterval(idle);
    }
  }

  #refuse(reply: FastifyReply): void {
    if (reply.sent) reply.raw.socket?.destroySoon();
    else sendError(reply, 503, 'The server is ending, and the request took too long: try again later');
  }
}
