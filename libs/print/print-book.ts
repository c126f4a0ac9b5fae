import type { Writable } from 'node:stream';
import { isHeading, plainText, type Block } from '#rich-document';
import { FULL, setBlocks } from './blocks.js';
import type { Book, BookPage, NextPart, PrintedBook } from './book.js';
import { Desk, placeOf } from './desk.js';
import { fallbacks } from './press/fonts.js';
import { frontMatter, roman, type ContentsEntry } from './front-matter.js';
import { setText } from './inlines.js';
import { Press, type OutlineEntry } from './press/press.js';
import { ScriptRuns } from './press/script-runs.js';
import { INK, MARGINS, WIDTH, type Content } from './style.js';
import { wordsOf } from './words.js';

/** Prints a book: first the body, part by part, then the front matter, which needs the page numbers. */
export async function print(book: Book, nextPart: NextPart, output: Writable): Promise<PrintedBook> {
  const press = new Press(book, output);
  const runs = new ScriptRuns(fallbacks(book.language), press.hasGlyph);
  const printer = new Printer(book, press, runs);
  for (let part = await nextPart(); part; part = await nextPart()) {
    for (const page of part.pages) {
      const desk = new Desk(press, printer.runs, book.language, part, page, (place, of) =>
        printer.linked.set(place, of),
      );
      await printer.printPage(page, desk);
    }
  }
  await printer.finish();
  return { pages: press.pages, unprinted: runs.unprinted };
}

class Printer {
  /** Every place that is linked to, and the page it is on. */
  readonly linked = new Map<string, string>();
  readonly #contents: ContentsEntry[] = [];

  constructor(
    private readonly book: Book,
    private readonly press: Press,
    readonly runs: ScriptRuns,
  ) {}

  async printPage(page: BookPage, desk: Desk): Promise<void> {
    const place = placeOf(page.id);
    this.press.outline(place, [...page.groups, page]);
    for (const block of page.document.nodes) this.#outlineHeading(page, block);
    const body = setBlocks(desk, page.document.nodes, FULL);
    const content = [...this.#title(page, place), ...body, ...this.#notes(desk)];
    const before = this.press.pages;
    await this.press.print(content, {
      header: (number) => (number === 1 ? undefined : this.#header(page.title)),
      footer: (number) => this.#footer(String(before + number)),
    });
    for (const { title, depth } of page.groups) this.#contents.push({ title, depth, place });
    this.#contents.push({ title: page.title, depth: page.depth, place });
  }

  async finish(): Promise<void> {
    const { press, book } = this;
    const body = press.pages;
    if (book.frontMatter || body === 0) {
      const contents = this.#contents.map((entry) => ({ ...entry, page: press.pageOf(entry.place) ?? 0 }));
      const content = frontMatter(book, contents, this.runs, press.widthOf);
      await press.print(content, {
        footer: (number) => (number === 1 ? undefined : this.#footer(roman(number))),
      });
      press.moveToFront(body + 1);
    }
    // What is linked to and nowhere to be found is at least on that page.
    for (const [place, page] of this.linked) press.alias(place, placeOf(page));
    await press.end();
  }

  /** Adds a heading to the outline: heading-1 below its page, heading-2 one level deeper; heading-3 is left out. */
  #outlineHeading(page: BookPage, block: Block): void {
    if (!isHeading(block) || block.meta?.id === undefined || block.type === 'heading-3') return;
    const title = plainText({ object: 'document', data: {}, nodes: [block] }).split('\n', 1)[0] ?? '';
    const entry: OutlineEntry = { title, depth: page.depth + (block.type === 'heading-1' ? 1 : 2) };
    if (title !== '') this.press.outline(placeOf(page.id, block.meta.id), [entry]);
  }

  #title({ title, description, trail }: BookPage, place: string): Content[] {
    const set = (text: string, style: Content): Content[] => this.#set(text, style);
    const above = trail.length === 0 ? [] : set(trail.join('  ›  '), { fontSize: 8.5, color: INK.grey });
    const below = description === undefined || description === '' ? [] : [description];
    return [
      ...(above.length === 0 ? [] : [{ text: above, margin: [0, 0, 0, 4] }]),
      {
        id: place,
        text: set(title, { fontSize: 23, bold: true, color: INK.dark }),
        lineHeight: 1,
        margin: [0, 0, 0, 6],
      },
      ...below.map((text) => ({ text: set(text, { fontSize: 11.5, color: INK.grey }), margin: [0, 0, 0, 6] })),
      { canvas: [], margin: [0, 0, 0, 8] },
    ];
  }

  /** What was annotated, at the end of its page. A note may hold notes, which follow it. */
  #notes(desk: Desk): Content[] {
    if (desk.notes.length === 0) return [];
    const rows: Content[] = [];
    for (let at = 0; at < desk.notes.length; at++) {
      const stack = setBlocks(desk, desk.notes[at] ?? [], { width: WIDTH - 20 });
      rows.push({ columns: [{ text: String(at + 1), width: 14, color: INK.link, fontSize: 8 }, { stack }] });
    }
    const { notes } = wordsOf(this.book.language);
    return [
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 120, y2: 0, lineWidth: 0.7, lineColor: INK.line }],
        margin: [0, 8, 0, 5],
      },
      { text: this.#set(notes, { bold: true, fontSize: 9 }), margin: [0, 0, 0, 4] },
      { stack: rows, fontSize: 8.5 },
    ];
  }

  #header(title: string): Content {
    const style = { fontSize: 8, color: INK.grey };
    return {
      columns: [
        { text: this.#set(shortened(this.book.title), style) },
        { text: this.#set(shortened(title), style), alignment: 'right' },
      ],
      margin: [MARGINS.left, 36, MARGINS.right, 0],
    };
  }

  #footer(number: string): Content {
    return {
      text: number,
      fontSize: 8.5,
      color: INK.grey,
      alignment: 'center',
      margin: [MARGINS.left, 30, MARGINS.right, 0],
    };
  }

  #set(text: string, style: Content): Content[] {
    return setText({ runs: this.runs }, text, style);
  }
}

/** What fits beside another into the line above the text. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= 44 ? text : `${characters.slice(0, 43).join('')}…`;
}
