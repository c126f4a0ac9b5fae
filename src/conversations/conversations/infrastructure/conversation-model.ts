import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { beginningOf } from '#kernel/domain/characters';
import type { Quota } from '#kernel/domain/quotas';
import { Settings } from '#kernel/infrastructure/settings';
import { LanguageModel, ModelRefused, ModelUnavailable, type ChatMessage } from '#language-model';
import { AllowsAI } from '#organization';
import { KeepModelAnswers } from '../application/model-answer.commands.js';
import { ModelAnswers, type ModelAnswer } from '../domain/model-answers.js';

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
/** How long a model that did not answer is left alone. */
const LEFT_ALONE_MS = 60_000;
/** Characters of an answer that are kept: an endpoint may not heed how many tokens were asked for. */
const MAX_CHARACTERS = 16_000;
/** Statuses that a model refuses a question with, and not all questions. */
const OF_QUESTION = [400, 413, 422];

/** The language model of this server, as far as it reads what users of support wrote. It answers each question once. */
@Injectable()
export class ConversationModel implements OnModuleDestroy {
  readonly #model: LanguageModel | undefined;
  readonly #log = new Logger('Conversations');
  #awayUntil = 0;

  constructor(
    { model }: Settings,
    private readonly dispatcher: Dispatcher,
    private readonly kept: ModelAnswers,
  ) {
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
    for (let at = 0; at < missing.length && performance.now() >= this.#awayUntil; at += AT_A_TIME) {
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
      if (!(error instanceof ModelRefused || error instanceof ModelUnavailable)) throw error;
      if (!(error instanceof ModelRefused && OF_QUESTION.includes(error.status ?? 400)))
        this.#awayUntil = performance.now() + LEFT_ALONE_MS;
      this.#log.warn(`The language model gave no answer: ${error.message}`);
      return undefined;
    }
  }
}

const hashOf = (model: string, { rules, data }: ModelQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([model, rules, data]))
    .digest('hex');
