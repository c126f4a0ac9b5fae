/**
 * The levels at which screen readers announce the headings of a page, below its title: none is left out on the way down,
 * whichever sizes the author chose.
 */
export class Headings {
  /** The levels above the next heading, as they were chosen. */
  readonly #above: number[] = [];

  /** `chosen`: the level that the size of the next heading is for. */
  levelOf(chosen: number): number {
    while ((this.#above.at(-1) ?? 0) >= chosen) this.#above.pop();
    this.#above.push(chosen);
    return this.#above.length + 1;
  }
}
