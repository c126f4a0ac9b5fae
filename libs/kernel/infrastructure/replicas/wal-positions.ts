/** Positions are asked for so often, milliseconds. */
export const LOOK_MS = 200;

interface Position {
  /** When it was asked for. */
  moment: number;
  /** Bytes of the write-ahead log. */
  position: number;
}

/** How far the primary's write-ahead log was at which moment, for the last seconds. */
export class WalPositions {
  readonly #known: Position[] = [];

  constructor(private readonly keptMs: number) {}

  add(position: Position): void {
    this.#known.push(position);
    while ((this.#known[0]?.moment ?? Infinity) < position.moment - this.keptMs) this.#known.shift();
  }

  /** The latest known moment of which a replica that has replayed so many bytes has everything. */
  momentOf(replayed: number): number {
    return this.#known.findLast(({ position }) => position <= replayed)?.moment ?? -Infinity;
  }
}
