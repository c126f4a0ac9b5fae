import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import type { Quota } from '#kernel/domain/quotas';
import { Settings } from '#kernel/infrastructure/settings';
import { EmbeddingModel } from '#language-model';
import { AllowsAI } from '#organization';
import { CircuitBreaker, refusesQuestion } from './circuit-breaker.js';

/** Texts of one request, and requests on their way at a time. */
const OF_REQUEST = 32;
const AT_A_TIME = 4;
/** Texts of one call: as many as are on their way at a time. */
export const MOST_TEXTS = OF_REQUEST * AT_A_TIME;

/** What became of the texts of one call. */
interface Call {
  vectors: Map<string, Float32Array>;
  /** Texts that were refused alone. */
  refused: number;
  /** When it ends, in milliseconds of this process. */
  until: number;
}

/** The embedding model of this server, as far as it reads what users of support wrote: what texts mean, as vectors. */
@Injectable()
export class ConversationEmbedding implements OnModuleDestroy {
  readonly #model: EmbeddingModel | undefined;
  readonly #breaker: CircuitBreaker;

  constructor(
    { model }: Settings,
    private readonly dispatcher: Dispatcher,
    clock: Clock,
  ) {
    this.#breaker = new CircuitBreaker('embedding model', clock);
    if (model?.embedding === undefined) return;
    const { url, key, embedding: name } = model;
    this.#model = new EmbeddingModel({ url, key, name }, { concurrency: AT_A_TIME });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#model?.close();
  }

  /** The name of the model; undefined where none is set up, or the organization has switched AI off. */
  async nameFor(organizationId: string): Promise<string | undefined> {
    return this.#model && (await this.dispatcher.ask(new AllowsAI(organizationId))) ? this.#model.name : undefined;
  }

  /**
   * The vectors of at most 128 texts, each asked for once; undefined where there is none: the model does not answer as
   * it should within the time, or the quota is used up. Only for an organization that has a model, see `nameFor`.
   */
  async vectors(
    organizationId: string,
    texts: readonly string[],
    { quota, timeoutMs }: { quota: Quota; timeoutMs: number },
  ): Promise<(Float32Array | undefined)[]> {
    const call: Call = { vectors: new Map(), refused: 0, until: performance.now() + timeoutMs };
    if (this.#breaker.isOpen) return texts.map(() => undefined);
    const asked = [...new Set(texts)].filter((text) => text.trim() !== '' && quota.take(organizationId).granted);
    const parts = Array.from({ length: Math.ceil(asked.length / OF_REQUEST) }, (_, at) =>
      asked.slice(at * OF_REQUEST, (at + 1) * OF_REQUEST),
    );
    await Promise.all(parts.map((part) => this.#ask(part, call)));
    return texts.map((text) => call.vectors.get(text));
  }

  async #ask(texts: readonly string[], call: Call): Promise<void> {
    const timeoutMs = Math.ceil(call.until - performance.now());
    if (!this.#model || this.#breaker.isOpen || timeoutMs <= 0) return;
    try {
      const vectors = await this.#model.embed(texts, { timeoutMs });
      texts.forEach((text, at) => vectors[at] && call.vectors.set(text, vectors[at]));
    } catch (error) {
      const refuses = refusesQuestion(error);
      // One text may be too long for the model, and the others are not to suffer from it.
      if (refuses && texts.length > 1) {
        const half = Math.ceil(texts.length / 2);
        await this.#ask(texts.slice(0, half), call);
        await this.#ask(texts.slice(half), call);
      } else {
        // A model that has refused two texts, and answered none, refuses all.
        this.#breaker.failed(error, refuses && (++call.refused === 1 || call.vectors.size > 0));
      }
    }
  }
}
