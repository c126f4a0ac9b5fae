/** Turns at a time: a slow stream leaves room for others. */
const AT_ONCE = 6;
/** While one is slow, what else is due is looked for every so many milliseconds. */
const LOOK_MS = 250;

export interface RunSteps<T> {
  /** More turns, without those of these streams, whose turn is not over; `all`: no other stream was due. */
  take: (except: readonly string[]) => Promise<{ turns: T[]; all: boolean }>;
  /** The end of a turn with `more` is stored when it resolves. */
  work: (turn: T) => Promise<void>;
  /** Called when there is nothing to begin at the moment. */
  idle: () => void;
  /** Whether no more are to be taken. `slow`: whether a turn takes long. */
  over: (slow: boolean) => boolean;
}

/** Takes turns of an integration's streams and works on some at a time, until none is due or the time is over. */
export class DeliveryRun<T extends { stream: string; more: boolean }> {
  readonly #busy = new Set<string>();
  #taken: T[] = [];
  #taking: Promise<void> | undefined;
  #nothingElse = false;
  /** Whether something became due, perhaps, since the last take began. */
  #more = false;
  #failed = false;
  #working = 0;
  #pause: { ended: Promise<void>; end: () => void } | undefined;

  constructor(private readonly steps: RunSteps<T>) {}

  /** Answers whether something may be left. */
  async run(): Promise<boolean> {
    const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => this.#lane()));
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
    return !this.#nothingElse || this.#taken.length > 0;
  }

  /** The end of a stream's turn is stored: it may have another. */
  ended(stream: string): void {
    this.#busy.delete(stream);
  }

  async #lane(): Promise<void> {
    try {
      for (let turn = await this.#next(); turn; turn = await this.#next()) {
        this.#working++;
        await this.steps.work(turn).finally(() => this.#working--);
        if (turn.more) this.#mayTakeMore();
        if (turn.more || this.#working === 0) this.#pause?.end();
      }
    } catch (error) {
      this.#failed = true;
      this.#pause?.end();
      throw error;
    }
  }

  async #next(): Promise<T | undefined> {
    let slow = false;
    for (;;) {
      if (this.#failed || this.steps.over(slow)) return undefined;
      const turn = this.#taken.shift();
      if (turn) return turn;
      this.steps.idle();
      if (!this.#nothingElse) {
        await (this.#taking ??= this.#take().finally(() => (this.#taking = undefined)));
      } else if (this.#working > 0) {
        slow = await this.#look();
      } else return undefined;
    }
  }

  async #take(): Promise<void> {
    this.#more = false;
    const { turns, all } = await this.steps.take([...this.#busy]);
    this.#nothingElse = all && !this.#more;
    for (const { stream } of turns) this.#busy.add(stream);
    this.#taken.push(...turns);
  }

  #mayTakeMore(): void {
    this.#nothingElse = false;
    this.#more = true;
  }

  /** Waits for the turns that are being worked on; after a while something else is due, perhaps, and it answers true. */
  async #look(): Promise<boolean> {
    const pause = (this.#pause ??= this.#begin());
    await pause.ended;
    const slow = this.#working > 0;
    if (slow) this.#mayTakeMore();
    return slow;
  }

  #begin(): { ended: Promise<void>; end: () => void } {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), LOOK_MS);
      end = () => {
        clearTimeout(timer);
        this.#pause = undefined;
        resolve();
      };
    });
    return { ended, end };
  }
}
