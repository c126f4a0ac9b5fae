import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { chownSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Duplex } from 'node:stream';
import type { Account } from './account.js';
import { CALL_HEADER } from './wrapper.js';
import { refusal, type EgressHandler, type EgressResponse } from './egress.js';

/** Fetches of one script at once; more are refused. */
const MOST_AT_ONCE = 32;

const OF_A_CONNECTION = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface EgressOptions {
  path: string;
  scriptId: string;
  account: Account | undefined;
  /** The tag of the call with this id, if it is one that runs. */
  tagOf: (call: string) => string | undefined;
  handler: EgressHandler;
  log: (message: string) => void;
}

/** The only way out of one script's process: a proxy on a Unix socket, whose place says which script is fetching. */
export class EgressServer {
  private readonly server: Server;
  private running = 0;

  constructor(private readonly options: EgressOptions) {
    // workerd sends no Host header to a proxy.
    this.server = createServer({ requireHostHeader: false }, (request, response) => {
      void this.answer(request, response);
    });
    // Raw sockets and WebSockets.
    this.server.on('connect', refuse);
    this.server.on('upgrade', refuse);
  }

  async listen(): Promise<void> {
    const { path, account } = this.options;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(path, resolve);
    });
    if (account) chownSync(path, account.uid, account.gid);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    this.running += 1;
    try {
      const { status, headers, body } = await this.handle(request, gone.signal);
      response.writeHead(status, withoutConnection(headers));
      if (typeof body === 'string') response.end(body);
      else await pipeline(body, response);
    } catch (error) {
      if (!gone.signal.aborted) this.options.log(`A fetch of a script failed: ${String(error)}`);
      // The script's fetch, or its reading of the body, fails.
      response.destroy();
    } finally {
      this.running -= 1;
    }
  }

  private handle(request: IncomingMessage, signal: AbortSignal): Promise<EgressResponse> {
    const { scriptId, handler, tagOf } = this.options;
    const url = request.url ?? '';
    if (this.running > MOST_AT_ONCE) return Promise.resolve(refusal(429, 'Too many fetches at once'));
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return Promise.resolve(refusal(400, 'This is not a URL'));
    const { [CALL_HEADER]: call, ...headers } = withoutConnection(request.headers);
    const method = request.method ?? 'GET';
    const body = hasBody(request) ? request : undefined;
    return handler(
      { method, url, headers: joined(headers), body },
      { scriptId, tag: typeof call === 'string' ? tagOf(call) : undefined, signal },
    );
  }
}

function refuse(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => undefined);
  socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function withoutConnection<T>(headers: Record<string, T | undefined>): Record<string, T> {
  const kept: Record<string, T> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OF_A_CONNECTION.has(name.toLowerCase())) kept[name] = value;
  }
  return kept;
}

function joined(headers: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
