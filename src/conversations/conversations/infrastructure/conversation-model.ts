import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Quotas, type Quota } from '#kernel/domain/quotas';
import { Settings } from '#kernel/infrastructure/settings';
import { LanguageModel, ModelRefused, ModelUnavailable, type ChatMessage } from '#language-model';
import { AllowsAI } from '#organization';

/** Calls at a time. */
const CONCURRENCY = 8;
/** Calls for the conversations of one organization in a day; what comes beyond them is read without the model. */
const MOST_A_DAY = 10_000;
const DAY_MS = 24 * 3_600_000;
const TIMEOUT_MS = 30_000;
/** How long the model is left alone after it has failed. */
const AWAY_MS = 60_000;

/** The language model of this server, as it reads conversations: it gets masked texts only. */
@Injectable()
export class ConversationModel implements OnModuleDestroy {
  readonly #model: LanguageModel | undefined;
  readonly #quota: Quota;
  #awayUntil = 0;

  constructor(
    settings: Settings,
    quotas: Quotas,
    private readonly dispatcher: Dispatcher,
  ) {
    this.#model = settings.model && new LanguageModel(settings.model, { concurrency: CONCURRENCY });
    this.#quota = quotas.of('conversations-model', MOST_A_DAY, DAY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    await this.#model?.close();
  }

  /** Whether one is set up. */
  get isSet(): boolean {
    return this.#model !== undefined;
  }

  /** Its name, where one is set up and the organization lets models read its content. */
  async nameFor(organizationId: string): Promise<string | undefined> {
    if (!this.#model || !(await this.dispatcher.ask(new AllowsAI(organizationId)))) return undefined;
    return this.#model.name;
  }

  /**
   * What the model answers, parsed as JSON; undefined where it fails, takes too long, or answers something else, and where
   * the organization has used up its calls of the day. A model that fails is left alone for a minute.
   */
  async ask(organizationId: string, messages: readonly ChatMessage[], maxTokens: number): Promise<unknown> {
    if (!this.#model || performance.now() < this.#awayUntil || !this.#quota.take(organizationId).granted)
      return undefined;
    try {
      const text = await this.#model.complete(messages, { maxTokens, timeoutMs: TIMEOUT_MS, json: true });
      return parsed(text);
    } catch (error) {
      if (error instanceof ModelUnavailable) this.#awayUntil = performance.now() + AWAY_MS;
      else if (!(error instanceof ModelRefused)) throw error;
      return undefined;
    }
  }
}

/** Models like to wrap JSON in a block of code. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as unknown;
  } catch {
    return undefined;
  }
}
