import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import { ModelRefused, ModelUnavailable } from './errors.js';
import { Places } from './places.js';

/** Where a model answers: any endpoint compatible with the API of OpenAI. */
export interface ModelAddress {
  /** The base URL, before `/chat/completions` or `/embeddings`. */
  url: string;
  name: string;
  key?: string | undefined;
}

/** How long a call may take, and what ends it. */
export interface CallTime {
  /** Milliseconds for all, waiting and trying again included. */
  timeoutMs: number;
  /** Ends the call. */
  signal?: AbortSignal | undefined;
}

export interface EndpointOptions {
  /** Calls that are open at a time; further ones wait. */
  concurrency?: number;
  /** Before the second attempt. */
  pauseMs?: number;
}

type Body = Dispatcher.ResponseData['body'];

const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 60_000;
const RETRIED = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * An endpoint that the operator named, and so trusts. What fails for a moment (no connection, 429, 5xx) is tried again
 * with back-off, after as long as the endpoint says; redirects are not followed, so the key goes nowhere else. Few calls
 * are open at a time.
 */
export class Endpoint {
  #agent: Agent | undefined;
  readonly #places: Places;
  readonly #pauseMs: number;

  constructor(
    private readonly address: ModelAddress,
    { concurrency = 4, pauseMs = 1000 }: EndpointOptions,
  ) {
    this.#places = new Places(concurrency);
    this.#pauseMs = pauseMs;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  /** Does what `work` does, when there is a place, within the time of the call. */
  async within<R>(time: CallTime, work: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const signal = signalOf(time);
    const giveBack = await this.enter(signal, time);
    try {
      return await work(signal);
    } catch (error) {
      throw named(error, time);
    } finally {
      giveBack();
    }
  }

  /** Waits for a place, and returns the function that releases it. */
  enter(signal: AbortSignal, time: CallTime): Promise<() => void> {
    return this.#places.take(signal).catch((error: unknown) => Promise.reject(named(error, time) as Error));
  }

  /** Sends JSON to a path of the endpoint, and returns the body of what it answers with 200. */
  async post(path: string, content: object, accept: string, signal: AbortSignal): Promise<Body> {
    const { url, key } = this.address;
    const body = JSON.stringify(content);
    const headers = {
      'content-type': 'application/json',
      accept,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    const { Agent, request } = await import('undici');
    this.#agent ??= new Agent({ connect: { timeout: 10_000 }, headersTimeout: 0, bodyTimeout: 0 });
    for (let attempt = 1; ; attempt++) {
      const answer = await request(`${url.replace(/\/+$/, '')}${path}`, {
        method: 'POST',
        headers,
        body,
        signal,
        dispatcher: this.#agent,
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        if (attempt < ATTEMPTS) return undefined;
        throw new ModelUnavailable('The model can not be reached', { cause: error });
      });
      if (answer?.statusCode === 200) return answer.body;
      await answer?.body.dump({ limit: 100_000 }).catch(() => undefined);
      if (answer && !RETRIED(answer.statusCode)) throw new ModelRefused(answer.statusCode);
      if (answer && attempt === ATTEMPTS) throw new ModelUnavailable(`The model answered ${answer.statusCode}`);
      await sleep(this.#pause(attempt, answer?.headers['retry-after']), undefined, { signal });
    }
  }

  /** As long as the endpoint says, else twice as long each time; never quite the same. */
  #pause(attempt: number, wanted: string | string[] | undefined): number {
    const after = typeof wanted === 'string' ? wanted : undefined;
    const seconds = after !== undefined && /^\d+$/.test(after) ? Number(after) : undefined;
    const until = after === undefined || seconds !== undefined ? NaN : Date.parse(after) - Date.now();
    const told = seconds === undefined ? until : seconds * 1000;
    const pause = Number.isFinite(told) ? Math.max(told, 0) : this.#pauseMs * 2 ** (attempt - 1);
    return Math.min(pause * (1 + Math.random() / 10), LONGEST_PAUSE_MS);
  }
}

/** The signal that ends a call when its time is over, or when its caller leaves. */
export function signalOf({ timeoutMs, signal }: CallTime): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** What went wrong, in the words of this library. A call that its caller ended stays that. */
export function named(error: unknown, { signal, timeoutMs }: CallTime): unknown {
  if (error instanceof ModelRefused || error instanceof ModelUnavailable || signal?.aborted) return error;
  const { name } = error as { name?: unknown };
  const late = name === 'TimeoutError' || name === 'AbortError';
  return new ModelUnavailable(late ? `The model did not answer within ${timeoutMs / 1000} s` : 'The model broke off', {
    cause: error,
  });
}

/** The JSON of a body of at most so many bytes. */
export async function jsonOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ModelRefused(`The model answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return parse(Buffer.concat(chunks).toString('utf8'));
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelRefused('The model answered no JSON', { cause: error });
  }
}
