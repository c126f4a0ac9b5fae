/** So many at a time of all, and fewer of each: one that is slow does not keep the others out. */
export class AtATime {
  readonly #running = new Map<string, number>();
  #all = 0;

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /** Runs the work of `one`; undefined where there is no place for it now. */
  run<R>(one: string, work: () => Promise<R>): Promise<R> | undefined {
    const own = this.#running.get(one) ?? 0;
    if (this.#all >= this.most || own >= this.mostOfOne) return undefined;
    this.#all++;
    this.#running.set(one, own + 1);
    return work().finally(() => {
      this.#all--;
      const left = (this.#running.get(one) ?? 1) - 1;
      if (left === 0) this.#running.delete(one);
      else this.#running.set(one, left);
    });
  }
}
