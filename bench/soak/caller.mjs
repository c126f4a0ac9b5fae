/** Requests of the soak: what they are answered, and which answers must not be. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN } from './server.mjs';

const TIMEOUT_MS = 120_000;
const MOST_KEPT = 200;

/** A request whose outcome is not known, since something was killed; the step that made it ends. */
export class Unknown extends Error {}

export class Caller {
  /** Answers that must not be, in words. */
  faults = [];
  times = [];
  statuses = {};
  unknown = 0;

  constructor(server) {
    this.server = server;
  }

  /**
   * Sends a request and answers { status, body, text, headers }. `ok`: statuses besides 200 to 399 that are no fault.
   * Throws Unknown where a kill may have been in the way, and where the answer is a fault, which is noted.
   */
  async call(method, path, { body, form, headers = {}, token = TOKEN, ok = [], redirect = 'manual' } = {}) {
    const begin = Date.now();
    const sent = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': form.type }),
      ...headers,
    };
    let answer;
    let bytes;
    try {
      answer = await fetch(path.startsWith('http') ? path : this.server.url + path, {
        ...{ method, headers: sent, redirect, signal: AbortSignal.timeout(TIMEOUT_MS) },
        body: form?.body ?? (body === undefined ? undefined : JSON.stringify(body)),
      });
      bytes = Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      // A kill closes the connection before it is noted.
      await sleep(200);
      if (this.server.isStruck(begin)) throw this.#unknown(`${method} ${path}: ${error.message}`);
      throw this.#fault(`${method} ${path}: ${error.message} (${error.cause?.message ?? ''})`);
    }
    this.times.push(Date.now() - begin);
    const { status } = answer;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    const text = bytes.toString();
    if (status >= 400 && !ok.includes(status)) {
      if (status === 503 && this.server.isStruck(begin)) throw this.#unknown(`${method} ${path}: 503`);
      throw this.#fault(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    }
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
    return { status, text, bytes, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined };
  }

  async get(path, options) {
    return (await this.call('GET', path, options)).body;
  }

  async post(path, body, options) {
    return (await this.call('POST', path, { body, ...options })).body;
  }

  fault(text) {
    if (this.faults.length < MOST_KEPT) this.faults.push(`${new Date().toISOString()} ${text}`);
  }

  #fault(text) {
    this.fault(text);
    return new Unknown(text);
  }

  #unknown(text) {
    this.unknown++;
    return new Unknown(text);
  }
}
