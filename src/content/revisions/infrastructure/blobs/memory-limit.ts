/** Bounds the bytes that concurrent work holds in memory. Those who have to wait have their turn in order. */
export class MemoryLimit {
  readonly #waiting: { bytes: number; begin: () => void }[] = [];
  #held = 0;

  constructor(private readonly maxBytes: number) {}

  /** Runs `work` once so many bytes are free. Work that needs more than the maximum runs alone. */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#fits(bytes)) {
      await new Promise<void>((begin) => this.#waiting.push({ bytes, begin }));
    } else this.#held += bytes;
    try {
      return await work();
    } finally {
      this.#held -= bytes;
      this.#beginNext();
    }
  }

  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.maxBytes;
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#held += next.bytes;
      next.begin();
    }
  }
}
