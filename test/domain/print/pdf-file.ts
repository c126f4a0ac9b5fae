import { Writable } from 'node:stream';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFRawStream,
  type PDFRef,
  PDFString,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';
import { printBook, type Book, type BookPart, type UnprintedScript } from '#print';

/** A PDF read by another library than wrote it. */
export class PdfFile {
  /** What could not be printed of a book. */
  unprinted: UnprintedScript[] = [];

  private constructor(
    readonly bytes: Buffer,
    readonly document: PDFDocument,
  ) {}

  static async read(bytes: Buffer): Promise<PdfFile> {
    return new PdfFile(bytes, await PDFDocument.load(bytes, { updateMetadata: false }));
  }

  /** Prints parts of a book and reads what comes of it. */
  static async of(book: Partial<Book>, parts: BookPart[]): Promise<PdfFile> {
    const chunks: Buffer[] = [];
    const output = new Writable({
      write(chunk: Buffer, _encoding, taken) {
        chunks.push(chunk);
        taken();
      },
    });
    const rest = [...parts];
    const whole = { title: 'Book', language: 'en', date: new Date(0), frontMatter: true, ...book };
    const { pages, unprinted } = await printBook(whole, () => Promise.resolve(rest.shift()), output);
    const file = await PdfFile.read(Buffer.concat(chunks));
    if (pages !== file.pages) throw new Error(`${file.pages} pages were printed, and ${pages} told`);
    file.unprinted = unprinted;
    return file;
  }

  get pages(): number {
    return this.document.getPageCount();
  }

  /** The page, counted from 1, that a named destination leads to. */
  get destinations(): Map<string, number> {
    const found = new Map<string, number>();
    const names = this.document.catalog.lookup(PDFName.of('Names'), PDFDict).lookup(PDFName.of('Dests'), PDFDict);
    const visit = (node: PDFDict): void => {
      const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray);
      for (let at = 0; at < (kids?.size() ?? 0); at++) visit(kids?.lookup(at, PDFDict) as PDFDict);
      const list = node.lookupMaybe(PDFName.of('Names'), PDFArray);
      for (let at = 0; at + 1 < (list?.size() ?? 0); at += 2) {
        const name = list?.lookup(at, PDFString, PDFHexString).decodeText() ?? '';
        found.set(name, this.#pageOf(list?.lookup(at + 1, PDFArray).get(0) as PDFRef));
      }
    };
    visit(names);
    return found;
  }

  /** Where the links of a page, counted from 1, lead: an address, or the name of a destination. */
  linksOf(page: number): string[] {
    const annotations = this.document.getPage(page - 1).node.Annots();
    const links: string[] = [];
    for (let at = 0; at < (annotations?.size() ?? 0); at++) {
      const action = annotations?.lookup(at, PDFDict).lookupMaybe(PDFName.of('A'), PDFDict);
      const to = action?.lookup(PDFName.of('URI')) ?? action?.lookup(PDFName.of('D'));
      if (to instanceof PDFString || to instanceof PDFHexString) links.push(to.decodeText());
    }
    return [...new Set(links)];
  }

  /** The places of the links on a page: from the left and from the bottom, in points. */
  placesOfLinks(page: number): { left: number; bottom: number }[] {
    const annotations = this.document.getPage(page - 1).node.Annots();
    return Array.from({ length: annotations?.size() ?? 0 }, (_, at) => {
      const { x, y } = (
        annotations?.lookup(at, PDFDict).lookup(PDFName.of('Rect'), PDFArray) as PDFArray
      ).asRectangle();
      return { left: x, bottom: y };
    });
  }

  /** The outline: titles, indented by a space for each level, with the pages they lead to. */
  get outline(): string[] {
    const lines: string[] = [];
    const visit = (node: PDFDict | undefined, depth: number): void => {
      for (let item = node?.lookupMaybe(PDFName.of('First'), PDFDict); item;) {
        const title = item.lookup(PDFName.of('Title'), PDFString, PDFHexString).decodeText();
        const page = this.#pageOf(item.lookup(PDFName.of('Dest'), PDFArray).get(0) as PDFRef);
        lines.push(`${' '.repeat(depth)}${title} ${page}`);
        visit(item, depth + 1);
        item = item.lookupMaybe(PDFName.of('Next'), PDFDict);
      }
    };
    visit(this.document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict), 0);
    return lines;
  }

  /** The words of a page, read back through the tables that its fonts have for that. */
  textOf(page: number): string {
    const node = this.document.getPage(page - 1).node;
    const fonts = new Map<string, Map<string, string>>();
    for (const [name, ref] of node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)?.entries() ?? []) {
      const font = this.document.context.lookup(ref, PDFDict);
      fonts.set(name.toString(), unicodeOf(decoded(font.lookup(PDFName.of('ToUnicode')) as PDFRawStream)));
    }
    const content = decoded(node.Contents() as PDFRawStream);
    let table: Map<string, string> | undefined;
    let text = '';
    for (const [, name, array] of content.matchAll(/(\/F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) table = fonts.get(name);
      for (const [, hex = ''] of array?.matchAll(/<([0-9a-f]+)>/g) ?? [])
        for (const [code] of hex.matchAll(/.{4}/g)) text += table?.get(code) ?? '\ufffd';
    }
    return text;
  }

  /** The names of the fonts within. */
  get fonts(): string[] {
    const names = this.document.context.enumerateIndirectObjects().flatMap(([, object]) => {
      const isFont = object instanceof PDFDict && object.has(PDFName.of('FontFile2'));
      return isFont
        ? [
            object
              .lookup(PDFName.of('FontName'), PDFName)
              .decodeText()
              .replace(/^[A-Z]+\+/, ''),
          ]
        : [];
    });
    return names.sort();
  }

  #pageOf(ref: PDFRef): number {
    return this.document.getPages().findIndex((page) => page.ref === ref) + 1;
  }
}

function decoded(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

/** The characters of a font's codes, from its table of ranges. */
function unicodeOf(table: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, from = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    let code = parseInt(from, 16);
    for (const [, hex = ''] of list.matchAll(/<([0-9a-f ]*)>/g)) {
      const units = Buffer.from(hex.replaceAll(' ', ''), 'hex');
      found.set((code++).toString(16).padStart(4, '0'), units.swap16().toString('utf16le'));
    }
  }
  return found;
}
