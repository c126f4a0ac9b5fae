/** How long changes are remembered; reads of replicas that are older are not begun. */
const REMEMBERED_MS = 5_000;

/** Which records changed in the last seconds, as far as it was heard. */
export class RecentChanges {
  /** Moments of the last change by record, the oldest first. */
  readonly #changes = new Map<string, number>();
  #lastOfAll = -Infinity;
  #last = -Infinity;

  /** `''` for all records. */
  note(record: string): void {
    const now = performance.now();
    this.#last = now;
    if (record === '') {
      this.#lastOfAll = now;
      this.#changes.clear();
      return;
    }
    this.#changes.delete(record);
    this.#changes.set(record, now);
    for (const [old, moment] of this.#changes) {
      if (now - moment < REMEMBERED_MS) break;
      this.#changes.delete(old);
    }
  }

  /** Whether one of the records changed at this moment or later; any record at all where none are named. */
  since(moment: number, ...records: readonly string[]): boolean {
    if (records.length === 0) return this.#last >= moment;
    return this.#lastOfAll >= moment || records.some((record) => (this.#changes.get(record) ?? -Infinity) >= moment);
  }
}
