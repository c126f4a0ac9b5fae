import type { Clock } from '#kernel/domain/clock';
import { STEPS_KEPT_MS, type ImportedSpace, type ImportSteps, type ReadItem } from '../domain/import/import-steps.js';

/**
 * The steps of one run of an import: ids that it gave, and what it read. They hold for its further attempts, and where they
 * are kept, for the next run if this one is cut off.
 */
export class RunSteps {
  #areKept: boolean;

  private constructor(
    private readonly space: ImportedSpace,
    private readonly clock: Clock,
    private readonly kept: ImportSteps | undefined,
    /** By `kind key` of the item. */
    readonly ids: Map<string, string>,
    readonly readings: Map<string, ReadItem>,
  ) {
    this.#areKept = ids.size + readings.size > 0;
  }

  /** Begins where the run before was cut off. */
  static async of(space: ImportedSpace, clock: Clock, kept: ImportSteps | undefined): Promise<RunSteps> {
    const since = new Date(clock.now().getTime() - STEPS_KEPT_MS);
    const { ids, readings } = (await kept?.load(space, since)) ?? { ids: new Map(), readings: new Map() };
    return new RunSteps(space, clock, kept, ids, readings);
  }

  /** Those of items that the space has `already` are known without being kept. */
  async addIds(
    ids: readonly (readonly [name: string, id: string])[],
    already: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    const added = ids.filter(([name, id]) => this.ids.get(name) !== id && !already.has(id));
    for (const [name, id] of ids) this.ids.set(name, id);
    if (added.length > 0) await this.#keep((kept) => kept.addIds(this.space, added, this.clock.now()));
  }

  addReadings(read: readonly ReadItem[]): Promise<void> {
    return this.#keep((kept) => kept.addReadings(this.space, read, this.clock.now()));
  }

  /** The revision is made: they are not needed any more. */
  async end(): Promise<void> {
    if (this.#areKept) await this.kept?.remove(this.space);
  }

  async #keep(add: (kept: ImportSteps) => Promise<void>): Promise<void> {
    if (!this.kept) return;
    this.#areKept = true;
    await add(this.kept);
  }
}
