import { Turns } from '#kernel/application/turns';
import type { ListedPage, ListedSpace } from './listed-pages.js';

/** A list of pages, or their texts, for language models. */
export interface LlmsHead {
  title: string;
  description: string | undefined;
  /** Where the texts of all pages are. */
  full: string;
  /** Where the pages are listed. */
  list: string;
}

/** Of a longer list no assistant makes use; the search finds the others. */
const MOST_LISTED = 10_000;

/** The pages of spaces as links to their Markdown. */
export async function llmsText(head: LlmsHead, spaces: readonly ListedSpace[]): Promise<string> {
  const turns = new Turns();
  let left = MOST_LISTED;
  const parts: string[] = [];
  for (const { title, pages } of spaces) {
    const shown = pages.slice(0, left);
    left -= shown.length;
    const lines: string[] = [];
    for (const page of shown) {
      lines.push(entryOf(page));
      await turns.next();
    }
    if (lines.length > 0) parts.push(`## ${line(title)}\n\n${lines.join('\n')}`);
  }
  const all = spaces.reduce((count, { pages }) => count + pages.length, 0);
  const more = all > MOST_LISTED ? [`${all - MOST_LISTED} further pages are not listed.`] : [];
  return `${[...opening(head), `The texts of all pages in one file: ${head.full}`, ...parts, ...more].join('\n\n')}\n`;
}

/** The texts of pages one after the other, as long as there is room for whole ones. */
export class LlmsFullText {
  readonly #parts: string[];
  #length: number;
  #missing = 0;

  constructor(
    private readonly head: LlmsHead,
    private readonly mostCharacters: number,
  ) {
    this.#parts = opening(head);
    this.#length = this.#parts.join('').length;
  }

  get full(): boolean {
    return this.#missing > 0;
  }

  add({ url }: ListedPage, markdown: string): void {
    const part = `---\n\nSource: ${url}\n\n${markdown.trim()}`;
    if (this.full || this.#length + part.length > this.mostCharacters) return this.leaveOut(1);
    this.#parts.push(part);
    this.#length += part.length;
  }

  leaveOut(pages: number): void {
    this.#missing += pages;
  }

  get text(): string {
    const missing = `---\n\nThe text ends here: ${this.#missing} further pages are listed in ${this.head.list}`;
    return `${[...this.#parts, ...(this.#missing > 0 ? [missing] : [])].join('\n\n')}\n`;
  }
}

function opening({ title, description }: LlmsHead): string[] {
  return [`# ${line(title)}`, ...(description === undefined || description === '' ? [] : [`> ${line(description)}`])];
}

function entryOf({ node: { record }, markdown }: ListedPage): string {
  const description =
    record.description === undefined || record.description === '' ? '' : `: ${line(record.description)}`;
  return `- [${line(record.title)}](${markdown})${description}`;
}

/** A text on one line in which brackets are no link. */
function line(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&');
}
