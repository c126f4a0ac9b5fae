import { Logger } from '@nestjs/common';
import type { Clock } from '#kernel/domain/clock';
import { ModelRefused, ModelUnavailable } from '#language-model';

/** How long a model that did not answer is left alone. */
const LEFT_ALONE_MS = 60_000;

/** Leaves a model alone for a minute after it failed. */
export class CircuitBreaker {
  readonly #log = new Logger('Conversations');
  #openUntil = 0;

  /** `name`: what the log calls the model. */
  constructor(
    private readonly name: string,
    private readonly clock: Clock,
  ) {}

  /** Whether the model is to be left alone. */
  get isOpen(): boolean {
    return this.clock.now().getTime() < this.#openUntil;
  }

  /** Notes that the model gave no answer. `passes`: another question may well be answered. */
  failed(error: unknown, passes = false): void {
    if (!(error instanceof ModelRefused || error instanceof ModelUnavailable)) throw error;
    if (!passes) this.#openUntil = this.clock.now().getTime() + LEFT_ALONE_MS;
    this.#log.warn(`The ${this.name} gave no answer: ${error.message}`);
  }
}

/** Whether a model refuses this question, and not all questions. */
export const refusesQuestion = (error: unknown): boolean =>
  error instanceof ModelRefused && [400, 413, 422].includes(error.status ?? 0);
