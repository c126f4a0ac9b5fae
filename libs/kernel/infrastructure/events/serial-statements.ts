import type pg from 'pg';

/** Sends statements on a connection one after another: `pg` takes no other while one is under way, from its version 9 on. */
export class SerialStatements {
  #last: Promise<unknown> = Promise.resolve();
  #unanswered = 0;

  constructor(readonly client: pg.Client) {}

  /** Whether any is under way or waits. */
  get busy(): boolean {
    return this.#unanswered > 0;
  }

  async send(text: string, values: readonly string[] = []): Promise<void> {
    this.#unanswered++;
    const answered = this.#last.then(() => this.client.query(text, [...values]));
    this.#last = answered.catch(() => undefined);
    try {
      await answered;
    } finally {
      this.#unanswered--;
    }
  }
}
