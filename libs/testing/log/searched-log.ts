import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Form } from '#kernel/interface/bodies/forms';
import { Secrets } from './secrets.js';

const LEVELS: Readonly<Record<string, number>> = { warn: 40, error: 50, fatal: 60 };
const WARN = 40;
const ERROR = 50;
/** Characters of one line that are searched. */
const MOST_CHARACTERS = 20_000;

interface Line {
  level: number;
  text: string;
  /** The reply to the request that wrote it. */
  reply: FastifyReply | undefined;
}

/** The log of a server under test, in memory together with every secret that the server received or sent. */
export class SearchedLog {
  readonly #lines: Line[] = [];
  readonly #secrets = new Secrets();
  readonly #carelessPages = new Set<string>();
  readonly #replies = new AsyncLocalStorage<FastifyReply>();

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#secrets.addFields(Object.entries(env));
    const { emitWarning } = process;
    // Fastify and Node.js report here what will not work in later versions.
    process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
      const text = `warning: ${typeof warning === 'string' ? warning : warning.message} ${JSON.stringify(rest)}`;
      this.#lines.push({ level: /deprecat|FST/i.test(text) ? ERROR : WARN, text, reply: this.#replies.getStore() });
      emitWarning.call(process, warning as string, ...rest);
    }) as typeof process.emitWarning;
  }

  /** Adds a line, as the stream of a logger. */
  write(line: string): void {
    const level = LEVELS[/"level":"(\w+)"/.exec(line)?.[1] ?? 'error'] ?? 0;
    this.#lines.push({ level, text: line.slice(0, MOST_CHARACTERS), reply: this.#replies.getStore() });
  }

  /** Adds what was stored of an event, of a job or for the audit trail. */
  keep(text: string): void {
    this.#lines.push({ level: 0, text: text.slice(0, MOST_CHARACTERS), reply: undefined });
  }

  /** Observes the requests of a server, before it has routes. */
  follow(server: FastifyInstance): void {
    server.addHook('onRequest', (_request, reply, done) => this.#replies.run(reply, done));
    server.addHook('onSend', (request, reply, payload, done) => {
      this.#note(request, reply, payload);
      done(null, payload);
    });
    server.addHook('onResponse', (request, reply, done) => {
      this.#lookAtPage(request, reply);
      done();
    });
  }

  #note(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    this.#secrets.addHeaders(request.headers);
    this.#secrets.addAddress(request.url);
    this.#secrets.addFields(Object.entries((request.params ?? {}) as object));
    if (request.body instanceof Form) this.#secrets.addFields(request.body.fields);
    // Bytes have no fields.
    else if (!(request.body instanceof Uint8Array)) {
      this.#secrets.addBody(request.body);
      this.#secrets.addOpen(request.body);
    }
    this.#secrets.addHeaders(reply.getHeaders());
    if (typeof payload !== 'string') return;
    if (String(reply.getHeader('content-type')).startsWith('application/json'))
      this.#secrets.addBody(JSON.parse(payload || 'null'));
    else this.#secrets.addShaped(payload);
  }

  /** Pages run no foreign code, can't be framed, and send no address to other servers. */
  #lookAtPage({ routeOptions }: FastifyRequest, reply: FastifyReply): void {
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) return;
    const policy = String(reply.getHeader('content-security-policy'));
    // The page around a frame of another host is in a frame of pages itself.
    const framed = routeOptions.url === '/~/frame' ? /frame-ancestors 'self'/ : /frame-ancestors 'none'|sandbox/;
    const closed = policy.includes("default-src 'none'") && framed.test(policy);
    // Pages of integrations run their scripts, in a sandbox of another origin.
    if (/^\/integration(?:s|-content)\//.test(routeOptions.url ?? '') && /sandbox(?!.*allow-same-origin)/.test(policy))
      return;
    const scripts = /script-src[^;]*(?:unsafe|https?:|\*)/.test(policy);
    const told =
      /sandbox/.test(policy) || /no-referrer|strict-origin$/.test(String(reply.getHeader('referrer-policy')));
    const kind = reply.getHeader('x-content-type-options') === 'nosniff';
    if (!closed || scripts || !told || !kind) this.#carelessPages.add(`${routeOptions.url}: ${policy}`);
  }

  /** What no log may contain: lines with secrets, and errors about requests that succeeded. */
  faults(): string[] {
    const troubled = this.#lines.filter(isTrouble);
    return [
      ...troubled.map(({ text, reply }) => `A request that was answered ${reply?.statusCode} logged: ${text}`),
      ...this.#telling(),
      ...[...this.#carelessPages].map((page) => `A page is not closed to others: ${page}`),
    ];
  }

  /** Lines with a secret. Texts are looked up by their longest run of digits, because there are many of both. */
  #telling(): string[] {
    const lines = new Map<string, string>();
    for (const { text } of this.#lines)
      for (const [run] of text.replace(/%[0-9A-F]{2}/gi, ' ').matchAll(/[0-9A-Za-z]{5,}/g)) lines.set(run, text);
    return [...this.#secrets.found].flatMap((secret) => {
      const runs = [...secret.matchAll(/[0-9A-Za-z]+/g)].map(([run]) => run).sort((a, b) => b.length - a.length);
      const line = lines.get(runs[0] ?? '');
      if (line === undefined) return [];
      const told = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
      const telling = this.#lines.find(({ text }) => told.some((form) => text.includes(form)));
      return telling ? [`The secret ${secret} was logged or kept: ${telling.text}`] : [];
    });
  }
}

/** A response that broke off was no success, although its status was sent. */
function isTrouble({ level, text, reply }: Line): boolean {
  if (!reply || text.includes('The answer broke off')) return false;
  return (level >= WARN && reply.statusCode < 400) || (level >= ERROR && reply.statusCode < 500);
}
