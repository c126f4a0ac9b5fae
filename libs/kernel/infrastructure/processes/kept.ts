import { newId } from '../../domain/id.js';

/** Arguments of this kind that one process keeps, the latest. */
export const MOST_KEPT = 3;

/** Bytes that many tasks have as an argument: each process is sent them once, and not with each task. */
export class Kept {
  constructor(
    readonly bytes: Uint8Array,
    readonly id: string = newId(),
  ) {}
}

/** The last few that were put in, on both sides in the same order. */
export class LastKept<V> {
  readonly #values = new Map<string, V>();

  get(id: string): V | undefined {
    return this.#values.get(id);
  }

  put(id: string, value: V): void {
    this.#values.set(id, value);
    for (const oldest of this.#values.keys()) if (this.#values.size > MOST_KEPT) this.#values.delete(oldest);
  }
}
