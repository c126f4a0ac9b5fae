import { createHash } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { beginningOf } from '#kernel/domain/characters';
import { Clock } from '#kernel/domain/clock';
import type { Quota } from '#kernel/domain/quotas';
import { Settings } from '#kernel/infrastructure/settings';
import { LanguageModel, ModelRefused, type ChatMessage } from '#language-model';
import { AllowsAI } from '#organization';
import { KeepModelAnswers } from '../application/model-answer.commands.js';
import { ModelAnswers, type ModelAnswer } from '../domain/model-answers.js';
import { CircuitBreaker, refusesQuestion } from './circuit-breaker.js';

/** What a model is asked: rules, and the data that they are about, which it must not obey. */
export interface ModelQuestion {
  rules: string;
  data: object;
  /** Tokens of the answer. */
  maxTokens: number;
}

/** Questions on their way at a time. */
const AT_A_TIME = 4;
const TIMEOUT_MS = 30_000;
/** Characters of an answer that are kept: an endpoint may not heed how many tokens were asked for. */
const MAX_CHARACTERS = 16_000;

/** The language model of this server, as far as it reads what users of support wrote. It answers each question once. */
@Injectable()
export class ConversationModel implements OnModuleDestroy {
  readonly #model: LanguageModel | undefined;
  readonly #breaker: CircuitBreaker;

  constructor(
    { model }: Settings,
    private readonly dispatcher: Dispatcher,
    private readonly kept: ModelAnswers,
    clock: Clock,
  ) {
    this.#breaker = new CircuitBreaker('language model', clock);
    this.#model = model && new LanguageModel(model, { concurrency: AT_A_TIME });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#model?.close();
  }

  /** Whether one is set up. */
  get isSet(): boolean {
    return this.#model !== undefined;
  }

  /**
   * The answers to questions, in their order, as JSON; undefined where there is none: no model is set up or it does not
   * answer, the organization has switched AI off, or the quota is used up.
   */
  async answers(
    organizationId: string,
    questions: readonly ModelQuestion[],
    quota: Quota,
  ): Promise<(string | undefined)[]> {
    const model = this.#model;
    if (!model || questions.length === 0 || !(await this.dispatcher.ask(new AllowsAI(organizationId))))
      return questions.map(() => undefined);
    const asked = questions.map((question) => ({ hash: hashOf(model.name, question), question }));
    const known = await this.kept.kept(
      organizationId,
      asked.map(({ hash }) => hash),
    );
    const missing = [...new Map(asked.map((one) => [one.hash, one])).values()].filter(({ hash }) => !known.has(hash));
    for (let at = 0; at < missing.length && !this.#breaker.isOpen; at += AT_A_TIME) {
      const some = missing.slice(at, at + AT_A_TIME).filter(() => quota.take(organizationId).granted);
      if (some.length === 0) break;
      const answers = await Promise.all(some.map(({ hash, question }) => this.#ask(model, hash, question)));
      const given = answers.filter((answer) => answer !== undefined);
      for (const { hash, text } of given) known.set(hash, text);
      if (given.length > 0) await this.dispatcher.run(new KeepModelAnswers(organizationId, given));
    }
    return asked.map(({ hash }) => known.get(hash));
  }

  async #ask(
    model: LanguageModel,
    hash: string,
    { rules, data, maxTokens }: ModelQuestion,
  ): Promise<ModelAnswer | undefined> {
    const messages: ChatMessage[] = [
      { role: 'system', content: rules },
      { role: 'user', content: JSON.stringify(data) },
    ];
    try {
      const text = await model.complete(messages, { maxTokens, timeoutMs: TIMEOUT_MS, json: true });
      return { hash, text: beginningOf(text, MAX_CHARACTERS).replaceAll('\0', '') };
    } catch (error) {
      // Nonsense may be due to the question, too.
      const isNonsense = error instanceof ModelRefused && error.status === undefined;
      this.#breaker.failed(error, isNonsense || refusesQuestion(error));
      return undefined;
    }
  }
}

const hashOf = (model: string, { rules, data }: ModelQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([model, rules, data]))
    .digest('hex');
