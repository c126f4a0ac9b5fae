/** What some hundred lines about requests take, so that it is seldom full. */
const BYTES = 131_072;
/** UTF-8 has at most so many for each unit of a string. */
const BYTES_A_UNIT = 3;
const NEWLINE = '\n'.charCodeAt(0);

/**
 * Lines of JSON that wait to be read, outside of the heap: there, those of a quiet process would outlive collections of
 * garbage, each with all the parts that it was joined from, which are more to copy than its text.
 */
export class WaitingLines {
  readonly #bytes = Buffer.allocUnsafeSlow(BYTES);
  #end = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Whether there was room for the line. */
  add(line: string): boolean {
    if (this.#end + line.length * BYTES_A_UNIT + 1 > BYTES) return false;
    this.#end += this.#bytes.write(line, this.#end);
    this.#bytes[this.#end++] = NEWLINE;
    this.#count++;
    return true;
  }

  /** The lines in their order, which do not wait any more. */
  takeAll(): string[] {
    const text = this.#bytes.toString('utf8', 0, this.#end);
    this.#end = 0;
    this.#count = 0;
    // Lines may have had an end of their own.
    return text.split('\n').filter((line) => line !== '');
  }
}
