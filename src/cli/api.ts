import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { CommandFailed, UsageInvalid } from './failure.js';
import type { Terminal } from './terminal.js';
import { messageOf } from '../start/refusal.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Body {
  type: string;
  content: string | Buffer | Readable;
  length?: number | undefined;
  /** The Idempotency-Key. */
  key?: string | undefined;
}

const LONGEST_WAIT_S = 120;
const MAX_ERROR_BYTES = 100_000;

/** The server refused the request; `status` is the HTTP status. */
export class ApiRefused extends CommandFailed {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The server did not answer: it does not run, or the connection broke. */
export class NoAnswer extends CommandFailed {}

/** Calls the HTTP API of the server at QUIRE_URL with QUIRE_TOKEN; by default the local server as its administrator. */
export class Api {
  // A long import responds when it is done; the user decides when to end it.
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

  private constructor(
    readonly url: string,
    private readonly token: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Throws UsageInvalid where QUIRE_URL is not a URL or there is no token. */
  static of(terminal: Terminal): Api {
    const settings = readSettings(terminal.env);
    const given = terminal.env['QUIRE_URL']?.trim() || `http://localhost:${settings.port}`;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new UsageInvalid('QUIRE_URL must be a URL that starts with http:// or https://');
    }
    const token = terminal.env['QUIRE_TOKEN']?.trim() || localToken(url, settings);
    return new Api(`${url.origin}${url.pathname.replace(/\/+$/, '')}`, token, terminal.signal);
  }

  get<T>(path: string): Promise<T> {
    return this.#json('GET', path);
  }

  /** With a `key`, the same request within a day has its effect once, and the same answer. */
  post<T>(path: string, body: object, key?: string): Promise<T> {
    return this.#json('POST', path, body, key);
  }

  /** Changes members of what is at an address. */
  change<T>(path: string, body: object): Promise<T> {
    return this.#json('PATCH', path, body);
  }

  /** Replaces what is at an address. */
  replace<T>(path: string, body: object): Promise<T> {
    return this.#json('PUT', path, body);
  }

  /** Also works after the user has ended the command, for cleaning up. */
  async delete(path: string): Promise<void> {
    const { body } = await this.#send('DELETE', path, undefined, null);
    await body.dump();
  }

  /** Sends bytes as the multipart field `file`, so that it can be done again. */
  async put(path: string, bytes: Buffer): Promise<void> {
    const { boundary, head, tail } = frameOf('part');
    const content = Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]);
    const { body } = await this.#send('PUT', path, { type: `multipart/form-data; boundary=${boundary}`, content });
    await body.dump();
  }

  /** Sends a file as the multipart field `file`, as a stream; `size` where it is known. */
  async upload<T>(path: string, file: { name: string; content: Readable; size?: number | undefined }): Promise<T> {
    const { boundary, head, tail } = frameOf(file.name);
    const content = Readable.from(framed(head, file.content, tail), { objectMode: false });
    const length = file.size === undefined ? undefined : Buffer.byteLength(head) + file.size + tail.length;
    const answer = await this.#send('POST', path, {
      type: `multipart/form-data; boundary=${boundary}`,
      content,
      length,
    });
    return (await answer.body.json()) as T;
  }

  /** The bytes of a response as a stream, and their number if the server sends it. */
  async download(path: string): Promise<{ content: Readable; size: number | undefined }> {
    const { body, headers } = await this.#send('GET', path);
    const length = Number(headers['content-length']);
    return { content: body, size: Number.isFinite(length) ? length : undefined };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #json<T>(method: Method, path: string, body?: object, key?: string): Promise<T> {
    const sent = body && { type: 'application/json', content: JSON.stringify(body), key };
    const answer = await this.#send(method, path, sent);
    const text = await answer.body.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async #send(
    method: Method,
    path: string,
    body?: Body,
    signal: AbortSignal | null = this.signal,
  ): Promise<Dispatcher.ResponseData> {
    for (;;) {
      const answer = await this.#once(method, path, body, signal);
      if (answer.statusCode < 300) return answer;
      const wait = Number(answer.headers['retry-after'] ?? 1);
      const repeatable = !(body?.content instanceof Readable);
      if (answer.statusCode !== 429 || !repeatable || wait > LONGEST_WAIT_S) throw await refusalOf(answer);
      await answer.body.dump();
      await sleep(wait * 1000, undefined, signal ? { signal } : {});
    }
  }

  async #once(
    method: Method,
    path: string,
    body: Body | undefined,
    signal: AbortSignal | null,
  ): Promise<Dispatcher.ResponseData> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (body) headers['content-type'] = body.type;
    if (body?.key !== undefined) headers['idempotency-key'] = body.key;
    if (body?.length !== undefined) headers['content-length'] = String(body.length);
    try {
      const content = body?.content ?? null;
      return await request(`${this.url}${path}`, { method, headers, body: content, signal, dispatcher: this.#agent });
    } catch (error) {
      if (error instanceof CommandFailed) throw error;
      throw new NoAnswer(`No answer from ${this.url}: ${messageOf(error)}. Does Quire run there? See QUIRE_URL.`);
    }
  }
}

/** The administrator's token is sent to this machine only, whatever QUIRE_URL says. */
function localToken(url: URL, settings: Settings): string {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    throw new UsageInvalid(`Set QUIRE_TOKEN to a token for ${url.origin}`);
  }
  if (settings.adminToken !== undefined) return settings.adminToken;
  const file = join(settings.dataDir, 'admin-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageInvalid(`Set QUIRE_TOKEN, as the administrator's token cannot be read: ${messageOf(error)}`);
  }
}

/** What is around the bytes of a file in a form. */
function frameOf(fileName: string): { boundary: string; head: string; tail: string } {
  const boundary = `quire-${randomUUID()}`;
  const name = fileName.replace(/["\r\n\\]/g, '_');
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    'Content-Type: application/zip\r\n\r\n';
  return { boundary, head, tail: `\r\n--${boundary}--\r\n` };
}

async function* framed(head: string, content: Readable, tail: string): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for await (const chunk of content) yield chunk as Buffer;
  yield Buffer.from(tail);
}

async function refusalOf(answer: Dispatcher.ResponseData): Promise<ApiRefused> {
  const status = answer.statusCode;
  const text = Number(answer.headers['content-length'] ?? 0) > MAX_ERROR_BYTES ? '' : await answer.body.text();
  let message = `the server answered ${status}`;
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    if (typeof error?.message === 'string') message = `${error.message} (${status})`;
  } catch {
    // The response is not Quire's but of something in between; only its status is known.
  }
  return new ApiRefused(status, message);
}
