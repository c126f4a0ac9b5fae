import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';
import { ModelRefused, ModelUnavailable } from './errors.js';
import { eventData } from './events.js';
import { Places } from './places.js';

/** Where a model answers: any endpoint with OpenAI's chat completions. */
export interface ModelAddress {
  /** The base URL, before `/chat/completions`. */
  url: string;
  name: string;
  key?: string | undefined;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What one call may cost. */
export interface CallBudget {
  /** Tokens of the answer. */
  maxTokens: number;
  /** Milliseconds for all, waiting and trying again included. */
  timeoutMs: number;
  /** The answer is to be JSON. */
  json?: boolean;
  /** Ends the call. */
  signal?: AbortSignal | undefined;
}

const MAX_ANSWER_BYTES = 2_000_000;
const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 60_000;
const RETRIED = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * A language model behind an endpoint that the operator named, and so trusts. What fails for a moment (no connection,
 * 429, 5xx) is tried again with back-off, after as long as the endpoint says; redirects are not followed, so the key goes
 * nowhere else. Few calls are open at a time.
 */
export class LanguageModel {
  readonly #agent: Agent;
  readonly #places: Places;
  readonly #pauseMs: number;

  constructor(
    private readonly address: ModelAddress,
    { concurrency = 4, pauseMs = 1000 }: { concurrency?: number; pauseMs?: number } = {},
  ) {
    this.#agent = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 0, bodyTimeout: 0 });
    this.#places = new Places(concurrency);
    this.#pauseMs = pauseMs;
  }

  /** The model's name. */
  get name(): string {
    return this.address.name;
  }

  /** The answer to a conversation as a whole. */
  async complete(messages: readonly ChatMessage[], budget: CallBudget): Promise<string> {
    return this.#within(budget, async (signal) => {
      const body = await this.#send(messages, budget, signal, false);
      const answer = parse(await textOf(body)) as Completion;
      const text = answer?.choices?.[0]?.message?.content;
      if (typeof text !== 'string') throw new ModelRefused('The model answered without a text');
      return text;
    });
  }

  /** Streams the answer. A caller that stops reading ends the call. */
  async *stream(messages: readonly ChatMessage[], budget: CallBudget): AsyncGenerator<string> {
    const leave = new AbortController();
    const signal = AbortSignal.any([leave.signal, signalOf(budget)]);
    const giveBack = await this.#places.take(signal).catch((error: unknown) => Promise.reject(named(error, budget)));
    try {
      const body = await this.#send(messages, budget, signal, true);
      for await (const data of eventData(body, MAX_ANSWER_BYTES)) {
        if (data === '[DONE]') return;
        const text = (parse(data) as Completion)?.choices?.[0]?.delta?.content;
        if (typeof text === 'string' && text !== '') yield text;
      }
    } catch (error) {
      throw named(error, budget);
    } finally {
      leave.abort();
      giveBack();
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #within<R>(budget: CallBudget, work: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const signal = signalOf(budget);
    try {
      const giveBack = await this.#places.take(signal);
      try {
        return await work(signal);
      } finally {
        giveBack();
      }
    } catch (error) {
      throw named(error, budget);
    }
  }

  async #send(
    messages: readonly ChatMessage[],
    { maxTokens, json }: CallBudget,
    signal: AbortSignal,
    stream: boolean,
  ): Promise<Dispatcher.ResponseData['body']> {
    const { url, name, key } = this.address;
    const format = json === true ? { response_format: { type: 'json_object' } } : {};
    const body = JSON.stringify({ model: name, messages, max_tokens: maxTokens, temperature: 0, stream, ...format });
    const headers = {
      'content-type': 'application/json',
      accept: stream ? 'text/event-stream' : 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    for (let attempt = 1; ; attempt++) {
      const answer = await request(`${url.replace(/\/+$/, '')}/chat/completions`, {
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
      if (answer && !RETRIED(answer.statusCode)) throw new ModelRefused(`The model answered ${answer.statusCode}`);
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

interface Completion {
  choices?: { message?: { content?: unknown }; delta?: { content?: unknown } }[];
}

function signalOf({ timeoutMs, signal }: CallBudget): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** What went wrong, in the words of this library. A call that its caller ended stays that. */
function named(error: unknown, { signal, timeoutMs }: CallBudget): unknown {
  if (error instanceof ModelRefused || error instanceof ModelUnavailable || signal?.aborted) return error;
  const { name } = error as { name?: unknown };
  const late = name === 'TimeoutError' || name === 'AbortError';
  return new ModelUnavailable(late ? `The model did not answer within ${timeoutMs / 1000} s` : 'The model broke off', {
    cause: error,
  });
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new ModelRefused(`The model answered more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelRefused('The model answered no JSON', { cause: error });
  }
}
