import { isBlank } from './written-body.js';

/** Part of an assembled body that holds blocks: lines from `from` up to, not including, `to`. */
export interface AssembledUnit {
  from: number;
  to: number;
  /** The places in the document of its blocks. */
  blocks: readonly number[];
  /** Its text is that of the source. */
  isKept: boolean;
}

/** Puts a body together from the texts of its blocks and what lay between them. */
export class Assembly {
  #text = '';
  #lines = 0;
  /** What was added last is a gap, behind which a block was. */
  #isSeparated = false;
  readonly units: AssembledUnit[] = [];

  constructor(private readonly lineEnd: string) {}

  get text(): string {
    return this.#text;
  }

  /** Adds what lay between blocks as it is. */
  gap(text: string): void {
    this.#add(text);
    this.#isSeparated = text !== '' && /[\r\n]$/.test(text);
  }

  /** Adds a blank line, unless there is one or nothing is before it. */
  separate(): void {
    if (this.#text === '') return;
    this.endLine();
    if (this.#isSeparated || isBlank(this.#text)) return;
    if (!/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)$/.test(this.#text)) this.#add(this.lineEnd);
  }

  endLine(): void {
    if (this.#text !== '' && !/[\r\n]$/.test(this.#text)) this.#add(this.lineEnd);
  }

  unit(text: string, blocks: readonly number[], isKept: boolean): void {
    this.endLine();
    const from = this.#lines;
    this.#add(text);
    this.units.push({ from, to: this.#lines + (/[\r\n]$/.test(text) ? 0 : 1), blocks, isKept });
  }

  /** Adds what lay between blocks of which some are gone: comments stay, blank lines become one at most. */
  gapsOfGone(texts: readonly string[]): void {
    const said = texts.filter((text) => !isBlank(text));
    if (said.length === 0) return this.separate();
    for (const text of said) {
      this.separate();
      this.#add(text.replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, ''));
    }
    if (isBlank(texts.at(-1) ?? '')) this.separate();
  }

  #add(text: string): void {
    this.#isSeparated = false;
    this.#text += text;
    this.#lines += text.match(/\r\n|\r|\n/g)?.length ?? 0;
  }
}
