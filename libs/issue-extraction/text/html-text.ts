import { Tokenizer } from 'htmlparser2';

/** Elements that begin and end a line. */
const BLOCK =
  /^(?:address|article|aside|blockquote|body|br|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const PARAGRAPH = /^(?:blockquote|div|h[1-6]|li|p|table|tr|ul|ol)$/;
/** Elements whose text is not what a user says. */
const HIDDEN = /^(?:head|noscript|pre|script|style|svg|template|textarea|title)$/;

/** Units that are handed to the tokenizer at a time, so that it ends soon after enough was read. */
const PIECE = 16_384;

/** Whether a body is HTML as a whole, not Markdown with a tag here and there. */
export const isHtml = (body: string): boolean =>
  /^\s*<(?:!doctype|[a-z])|<\/(?:p|div|body|html|table|blockquote|li)>|<br ?\/?>/i.test(body.slice(0, 20_000));

/**
 * The text of HTML, block elements as lines, quotations with `>` before each line. It builds no tree, so that no depth
 * of elements costs more than their number. Stops once it has `most` units.
 */
export function htmlText(html: string, most: number): string {
  const sink = new TextOfHtml(html);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, sink);
  for (let at = 0; at < html.length && sink.length < most; at += PIECE) tokenizer.write(html.slice(at, at + PIECE));
  tokenizer.end();
  return sink.text;
}

class TextOfHtml {
  text = '';
  #hidden: string | undefined;
  #quotes = 0;
  #newLine = true;
  #tag = '';

  constructor(private readonly source: string) {}

  get length(): number {
    return this.text.length;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.source.slice(start, Math.min(end, start + 20)).toLowerCase();
    if (this.#hidden !== undefined) return;
    if (HIDDEN.test(this.#tag)) this.#hidden = this.#tag;
    if (this.#tag === 'blockquote') this.#quotes++;
    if (BLOCK.test(this.#tag)) this.#break(PARAGRAPH.test(this.#tag));
  }

  onclosetag(start: number, end: number): void {
    const tag = this.source.slice(start, Math.min(end, start + 20)).toLowerCase();
    if (this.#hidden !== undefined) {
      if (tag === this.#hidden) this.#hidden = undefined;
      return;
    }
    if (BLOCK.test(tag)) this.#break(PARAGRAPH.test(tag));
    if (tag === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1);
  }

  onselfclosingtag(): void {
    if (this.#hidden === this.#tag) this.#hidden = undefined;
  }

  ontext(start: number, end: number): void {
    this.#add(this.source.slice(start, end).replace(/[ \t\r\n\f]+/g, ' '));
  }

  ontextentity(point: number): void {
    this.#add(point === 0xa0 ? ' ' : String.fromCodePoint(point));
  }

  oncdata(): void {}
  onattribname(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onopentagend(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #add(text: string): void {
    if (this.#hidden !== undefined || (this.#newLine && text === ' ')) return;
    if (this.#newLine && this.#quotes > 0) this.text += '> ';
    this.text += this.#newLine ? text.trimStart() : text;
    this.#newLine = false;
  }

  #break(paragraph: boolean): void {
    if (!this.#newLine) this.text += '\n';
    if (paragraph && !this.#newLine) this.text += '\n';
    this.#newLine = true;
  }
}
