import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ApiContract } from './api-document.js';

export interface Request {
  query?: Record<string, string | number | boolean | readonly string[]>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  payload?: string | Buffer;
}

/** A response. `body` is its JSON, whose shape is checked against the API document. */
export interface Answer<T = Json> {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  bytes: Buffer;
  body: T;
}

/**
 * The JSON of a response: the members that tests read, wherever they are. The API document checks the shape; reading a
 * missing member fails the test.
 */
export interface Json {
  [member: string]: unknown;
  id: string;
  object: string;
  title: string;
  name: string;
  type: string;
  kind: string;
  ref: string;
  key: string;
  slug: string;
  path: string;
  href: string;
  label: string;
  token: string;
  role: string | null;
  level: string | null;
  hint: string;
  emoji: string;
  markdown: string;
  documentId: string;
  downloadURL: string;
  contentType: string;
  revision: string;
  version: string;
  build: string;
  createdAt: string;
  deletedAt: string;
  expiresAt: string;
  lastUsedAt: string;
  body: string;
  count: number;
  size: number;
  parents: string[];
  urls: Record<string, string>;
  permissions: Record<string, boolean>;
  git: { oid: string; path: string };
  error: { code: number; message: string; type: string; fields?: { path: string; message: string }[] };
  next: { page: string };
  items: Json[];
  organizations: Json[];
  users: string[];
  pages: Json[];
  files: Json[];
  nodes: Json[];
  sections: Json[];
  changes: Json[];
  insertedFiles: Json[];
  page: Json;
  document: Json;
  user: Json;
  reviewer: Json;
  comment: Json;
}

/** Sends requests as one caller and checks every response against the committed OpenAPI document. */
export class ApiClient {
  constructor(
    private readonly app: NestFastifyApplication,
    private readonly contract: ApiContract,
    readonly token: string | undefined,
  ) {}

  get(path: string, request?: Request): Promise<Answer> {
    return this.send('GET', path, request);
  }

  post(path: string, body?: unknown, request: Request = {}): Promise<Answer> {
    return this.send('POST', path, body === undefined ? request : { ...request, body });
  }

  put(path: string, body?: unknown, request: Request = {}): Promise<Answer> {
    return this.send('PUT', path, body === undefined ? request : { ...request, body });
  }

  patch(path: string, body: unknown, request: Request = {}): Promise<Answer> {
    return this.send('PATCH', path, { ...request, body });
  }

  delete(path: string, request?: Request): Promise<Answer> {
    return this.send('DELETE', path, request);
  }

  async send(method: string, path: string, request: Request = {}): Promise<Answer> {
    const { url, headers, payload } = this.#compose(path, request);
    const raw = await this.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const text = raw.rawPayload.toString('utf8');
    const contentType = raw.headers['content-type'] as string | undefined;
    const faults = this.contract.faultsOf(method, url, raw.statusCode, raw.headers, text);
    if (faults.length > 0) {
      throw new Error(
        `${method} ${url.slice(0, 300)} answered ${raw.statusCode}, not as described:\n  ${faults.slice(0, 8).join('\n  ')}`,
      );
    }
    const body = (contentType?.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined) as Json;
    return {
      status: raw.statusCode,
      headers: raw.headers as Record<string, string | undefined>,
      text,
      bytes: raw.rawPayload,
      body,
    };
  }

  #compose(path: string, request: Request) {
    const url = `${path.startsWith('http') ? new URL(path).pathname : path}${queryText(request.query)}`;
    const headers: Record<string, string> = {};
    if (this.token !== undefined) headers.authorization = `Bearer ${this.token}`;
    const payload = request.payload ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    if (payload !== undefined) headers['content-type'] = 'application/json';
    return { url, headers: { ...headers, ...request.headers }, payload };
  }
}

function queryText(query: Request['query'] = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as string[]) : [value as string]).map(
      (one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`,
    ),
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
