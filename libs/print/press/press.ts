import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import layoutBuilder from 'pdfmake/js/LayoutBuilder.js';
import pdfDocument from 'pdfmake/js/PDFDocument.js';
import pdfRenderer from 'pdfmake/js/Renderer.js';
import svgMeasure from 'pdfmake/js/SVGMeasure.js';
import layouts from 'pdfmake/js/tableLayouts.js';
import { asSeen, directed, type Line } from './direction.js';
import { FONT_FILES, FONTS, type Family } from './fonts.js';
import { isDrawablePng } from './png.js';
import { MARGINS, PAGE, TEXT_STYLE, type Content } from '../style.js';

/** Bytes that may wait for the output before the next part is laid out. */
const MOST_WAITING = 1_000_000;

/** An entry of the outline. */
export interface OutlineEntry {
  title: string;
  depth: number;
}

/** The header and footer; `page` counts the pages of this layout from 1. */
export interface Sheet {
  header?: (page: number) => Content | undefined;
  footer?: (page: number) => Content | undefined;
}

/** A document that opens no file but Quire's fonts: a picture within an SVG may name any path. */
class SealedDocument extends pdfDocument.default {
  override openImage(source: unknown): unknown {
    if (typeof source === 'string' && !source.startsWith('data:')) throw new Error('Pictures are given as bytes');
    return super.openImage(source);
  }
}

class TellingRenderer extends pdfRenderer.default {
  constructor(
    private readonly pdf: SealedDocument,
    private readonly began: (id: string, y: number) => void,
  ) {
    super(pdf);
  }

  override renderLine(line: Line, x: number, y: number): void {
    if (line.id !== undefined) this.began(line.id, y);
    super.renderLine(asSeen(line), x, y);
  }

  /** A picture that breaks off half-way leaves what is drawn of it. */
  override renderSVG(svg: object): void {
    this.pdf.save();
    try {
      super.renderSVG(svg);
    } catch {
      // Nothing says beforehand that it can't be drawn to its end.
    }
    this.pdf.restore();
  }
}

/**
 * One PDF that grows page by page: content is laid out and drawn a part at a time, and what was drawn is written away at
 * once, so that memory does not grow with the number of pages. Numbers, links and the outline are shared by all parts.
 */
export class Press {
  readonly #pdf: SealedDocument;
  readonly #renderer: TellingRenderer;
  readonly #written: Promise<void>;
  /** The entries of the outline by the id of the line that they lead to. */
  readonly #entries = new Map<string, readonly OutlineEntry[]>();
  readonly #numbers = new Map<string, number>();
  readonly #places = new Map<string, unknown[]>();
  readonly #open: { depth: number; item: SealedDocument['outline'] }[] = [];
  #pages = 0;

  constructor(info: { title: string; language: string; date: Date }, output: Writable) {
    const { title, language, date } = info;
    const options = {
      ...{ size: [PAGE.width, PAGE.height], pdfVersion: '1.7', compress: true, bufferPages: false },
      ...{ autoFirstPage: false, lang: language, displayTitle: true, font: null, fontLayoutCache: true },
      // With its own date in place of now, the same content is the same bytes.
      info: { Title: title, Creator: 'Quire', Producer: 'Quire', CreationDate: date, ModDate: date },
    };
    this.#pdf = new SealedDocument(FONTS, {}, {}, {}, options, null, (path) => FONT_FILES.has(path));
    this.#pdf.on('pageAdded', () => this.#pages++);
    this.#pdf.once('error', (error) => output.destroy(error));
    this.#renderer = new TellingRenderer(this.#pdf, (id, y) => this.#began(id, y));
    this.#written = finished(output);
    this.#written.catch(() => undefined);
    this.#pdf.pipe(output);
  }

  /** Pages drawn so far. */
  get pages(): number {
    return this.#pages;
  }

  readonly hasGlyph = (family: Family, code: number): boolean =>
    this.#pdf.provideFont(family, false, false).font.hasGlyphForCodePoint(code);

  readonly widthOf = (text: string, size: number, bold: boolean, family: Family): number =>
    this.#pdf.provideFont(family, bold, false).widthOfString(text, size);

  /** Takes a picture for this layout; nothing where it can't be drawn. */
  picture(key: string, bytes: Uint8Array): { width: number; height: number } | undefined {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!isDrawablePng(buffer)) return undefined;
    try {
      this.#pdf.images[key] = buffer;
      return this.#pdf.provideImage(key);
    } catch {
      delete this.#pdf.images[key];
      return undefined;
    }
  }

  /** The size of a vector picture in pixels; nothing where it can't be read. */
  drawing(svg: string): { width: number; height: number } | undefined {
    try {
      const { width, height } = new svgMeasure.default().measureSVG(svg);
      const [w, h] = [Number(width ?? 300), Number(height ?? 150)];
      return w > 0 && h > 0 ? { width: w, height: h } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Adds entries to the outline that lead to the line with this id. */
  outline(id: string, entries: readonly OutlineEntry[]): void {
    this.#entries.set(id, entries);
  }

  /** The page of a line, from 1. */
  pageOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** Lays content out on pages of its own, which are drawn and written away. */
  async print(content: Content[], sheet: Sheet): Promise<void> {
    const builder = new layoutBuilder.default(PAGE, MARGINS, new svgMeasure.default());
    builder.registerTableLayouts(layouts.tableLayouts);
    const pages = builder.layoutDocument(
      { stack: directed(content) },
      ...([this.#pdf, {}, TEXT_STYLE, undefined] as const),
      (page: number) => directed(sheet.header?.(page)),
      (page: number) => directed(sheet.footer?.(page)),
    );
    this.#renderer.renderPages(pages);
    this.#forget();
    do await breathe();
    while (this.#pdf.readableLength > MOST_WAITING);
  }

  /** Moves the pages from `first` on (counted from 1) before all others, numbered in Roman figures; the rest from 1. */
  moveToFront(first: number): void {
    const { Pages } = this.#pdf._root.data;
    const kids = Pages.data.Kids;
    const moved = kids.splice(first - 1);
    kids.unshift(...moved);
    this.#pdf._root.data['PageLabels'] = { Nums: [0, { S: 'r' }, moved.length, { S: 'D' }] };
  }

  /** Has a name lead to where another one does, unless it leads somewhere already. */
  alias(name: string, to: string): void {
    const place = this.#places.get(to);
    if (this.#places.has(name) || !place) return;
    this.#pdf._root.data.Names.data.Dests.add(name, place);
    this.#places.set(name, place);
  }

  /** Answers once the output has taken everything. */
  async end(): Promise<void> {
    if (this.#open.length > 0) this.#pdf._root.data['PageMode'] = 'UseOutlines';
    this.#pdf.end();
    await this.#written;
  }

  #began(id: string, y: number): void {
    const { dictionary, height } = this.#pdf.page;
    this.#numbers.set(id, this.#pages);
    this.#places.set(id, [dictionary, 'XYZ', null, height - y, null]);
    for (const { title, depth } of this.#entries.get(id) ?? []) {
      while ((this.#open.at(-1)?.depth ?? -1) >= depth) this.#open.pop();
      const item = (this.#open.at(-1)?.item ?? this.#pdf.outline).addItem(title, { expanded: depth === 0 });
      item.outlineData['Dest'] = [dictionary, 'XYZ', null, height - y, null];
      this.#open.push({ depth, item });
    }
    this.#entries.delete(id);
  }

  /** Lets go of what only the last layout needed: pictures, pages, and widths of its words. */
  #forget(): void {
    this.#pdf.images = {};
    this.#pdf._pdfMakePages = [];
    for (const styles of Object.values(this.#pdf.fontCache))
      for (const font of Object.values(styles)) if (font.layoutCache) font.layoutCache = Object.create(null);
  }
}
