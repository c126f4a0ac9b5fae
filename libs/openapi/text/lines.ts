import { beginningOf } from './words.js';

/** Lines of Markdown up to a number of characters; then one more, which says that there is more, and nothing else. */
export class Lines {
  readonly #lines: string[] = [];
  #room: number;

  constructor(characters: number) {
    this.#room = characters;
  }

  /** Whether nothing more is written. */
  get full(): boolean {
    return this.#room < 0;
  }

  /** Adds a line to a paragraph or a list; `depth` is that of the list. */
  add(line: string, depth = 0): void {
    if (this.full) return;
    this.#room -= line.length + 2 * depth + 1;
    this.#lines.push(this.full ? '…' : `${'  '.repeat(depth)}${line}`);
  }

  /** Begins a paragraph, or a list. */
  open(line?: string): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.add('');
    if (line !== undefined) this.add(line);
  }

  /** A heading within the text, which is none of the page. */
  title(words: string): void {
    this.open(`**${words}**`);
    this.open();
  }

  /** Several lines as they are. */
  block(text: string): void {
    this.open();
    for (const line of text.split('\n')) this.add(line);
    this.open();
  }

  end(): string {
    return this.#lines.join('\n').trimEnd();
  }
}

/** A value of the API within a line. */
export function codeOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? (Array.isArray(value) ? '[…]' : '{…}') : String(value);
  const line = beginningOf(text, MOST_CODE).replace(/\s+/g, ' ');
  const fence = line.includes('`') ? '``' : '`';
  return line === '' ? '`""`' : `${fence}${fence === '``' ? ` ${line.replace(/`{2,}/g, '`')} ` : line}${fence}`;
}

const MOST_CODE = 120;
