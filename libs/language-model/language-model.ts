import {
  Endpoint,
  jsonOf,
  named,
  parse,
  signalOf,
  type CallTime,
  type EndpointOptions,
  type ModelAddress,
} from './endpoint.js';
import { ModelRefused } from './errors.js';
import { eventData } from './events.js';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What one call may cost. */
export interface CallBudget extends CallTime {
  /** Tokens of the answer. */
  maxTokens: number;
  /** The answer is to be JSON. */
  json?: boolean;
}

const MAX_ANSWER_BYTES = 2_000_000;
const PATH = '/chat/completions';

/** A language model behind an endpoint with OpenAI's chat completions. */
export class LanguageModel {
  readonly #endpoint: Endpoint;

  constructor(
    private readonly address: ModelAddress,
    options: EndpointOptions = {},
  ) {
    this.#endpoint = new Endpoint(address, options);
  }

  /** The model's name. */
  get name(): string {
    return this.address.name;
  }

  /** The answer to a conversation as a whole. */
  async complete(messages: readonly ChatMessage[], budget: CallBudget): Promise<string> {
    return this.#endpoint.within(budget, async (signal) => {
      const body = await this.#endpoint.post(PATH, this.#asked(messages, budget, false), 'application/json', signal);
      const answer = (await jsonOf(body, MAX_ANSWER_BYTES)) as Completion;
      const text = answer?.choices?.[0]?.message?.content;
      if (typeof text !== 'string') throw new ModelRefused('The model answered without a text');
      return text;
    });
  }

  /** Streams the answer. A caller that stops reading ends the call. */
  async *stream(messages: readonly ChatMessage[], budget: CallBudget): AsyncGenerator<string> {
    const leave = new AbortController();
    const signal = AbortSignal.any([leave.signal, signalOf(budget)]);
    const giveBack = await this.#endpoint.enter(signal, budget);
    try {
      const body = await this.#endpoint.post(PATH, this.#asked(messages, budget, true), 'text/event-stream', signal);
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
    await this.#endpoint.close();
  }

  #asked(messages: readonly ChatMessage[], { maxTokens, json }: CallBudget, stream: boolean): object {
    const format = json === true ? { response_format: { type: 'json_object' } } : {};
    return { model: this.address.name, messages, max_tokens: maxTokens, temperature: 0, stream, ...format };
  }
}

interface Completion {
  choices?: { message?: { content?: unknown }; delta?: { content?: unknown } }[];
}
