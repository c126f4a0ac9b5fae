import type { Dispatcher } from '#kernel/application/dispatcher';
import { NoteAttempts } from '../application/event.commands.js';
import type { DeliveredEvent } from '../domain/delivered-event.js';
import type { EndedTurn } from '../domain/delivered-events.js';

/** So many attempts are stored together, or those of so many milliseconds. */
const MOST_TOGETHER = 24;
const LONGEST_MS = 50;

/**
 * Stores what came of attempts, those that end at about the same time in one transaction. They are stored in their
 * order, one transaction after the other: where the process ends, a stream is taken up where it was.
 */
export class AttemptNotes {
  #attempted: DeliveredEvent[] = [];
  #ended: EndedTurn[] = [];
  #storing: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `stored` is called with turns whose end is stored. */
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly stored: (ended: readonly EndedTurn[]) => void,
  ) {}

  /** Throws what went wrong with earlier ones. */
  add(attempted: DeliveredEvent | undefined, ended?: EndedTurn): void {
    if (this.#failure) throw this.#failure.error;
    if (attempted) this.#attempted.push(attempted);
    if (ended) this.#ended.push(ended);
    if (this.#attempted.length >= MOST_TOGETHER) this.store();
    else this.#timer ??= setTimeout(() => this.store(), LONGEST_MS);
  }

  /** Begins to store what there is. */
  store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#attempted.length === 0 && this.#ended.length === 0) return;
    const [attempted, ended] = [this.#attempted.splice(0), this.#ended.splice(0)];
    this.#storing = this.#storing.then(() => this.#store(attempted, ended));
  }

  /** Waits until all that was added is stored. Throws what went wrong. */
  async settled(): Promise<void> {
    this.store();
    await this.#storing;
    if (this.#failure) throw this.#failure.error;
  }

  async #store(attempted: DeliveredEvent[], ended: EndedTurn[]): Promise<void> {
    if (this.#failure) return;
    try {
      await this.dispatcher.run(new NoteAttempts(attempted, ended));
      this.stored(ended);
    } catch (error) {
      this.#failure = { error };
    }
  }
}
