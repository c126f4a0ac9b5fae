import type { FrameStack } from '../frame.js';
import { frame } from '../frame.js';
import { componentOf, HIDDEN_ELEMENTS, isBlockElement, isHtmlElement } from './html-names.js';
import { readHtml } from './html.js';
import type { Attributes, HtmlSink } from './html.js';
import { closeInline, closePicture, imageData, inlineImage, isInlineName, openInline } from './inline-html.js';
import { noteAttributes } from './lost.js';
import { PreReader } from './pre.js';
import { imagesBlock, sizeOf } from './images.js';
import { image, paragraph, textNode, urlRef } from '../../build.js';

/** Open elements that the start of another one closes. */
const IMPLIED: Record<string, ReadonlySet<string>> = {
  li: new Set(['li']),
  td: new Set(['td', 'th']),
  th: new Set(['td', 'th']),
  tr: new Set(['td', 'th', 'tr']),
  tbody: new Set(['td', 'th', 'tr', 'thead', 'tbody']),
  tfoot: new Set(['td', 'th', 'tr', 'thead', 'tbody']),
  p: new Set(['p']),
};
/** Elements that get a frame of their own; other block elements only end the running paragraph. */
const FRAMED = new Set([
  'p',
  'div',
  'figure',
  'figcaption',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'ul',
  'ol',
  'li',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'details',
  'summary',
  'select',
  'center',
]);

/** Elements that contain one line: an image in them is inline, even alone. */
const isLine = (name: string): boolean => /^(?:p|summary|h[1-6])$/.test(name);

const isSized = ({ width, height }: Attributes): boolean => Boolean(width) || Boolean(height);

/** Bytes that an element comes to at least, as JSON, in the end. */
const ELEMENT_BYTES = 10;

/** Reads HTML blocks into the stack of frames; an element may open in one block and close in a later one. */
export class HtmlReader implements HtmlSink {
  private pre: PreReader | undefined;
  private hidden: string | undefined;

  constructor(private readonly stack: FrameStack) {}

  read(html: string): void {
    this.piece(html);
    this.end();
  }

  /** Whether what follows is taken as it is: code, or what is not for readers. */
  get isRaw(): boolean {
    return this.pre !== undefined || this.hidden !== undefined;
  }

  /** Reads a part of an HTML source; `end` is called behind the last. */
  piece(html: string): void {
    readHtml(html, this);
  }

  end(): void {
    if (this.pre !== undefined) this.endPre();
    this.hidden = undefined;
  }

  openTag(name: string, attributes: Attributes, raw: string): void {
    this.stack.context.allowance.bytes(ELEMENT_BYTES);
    if (this.hidden !== undefined) return;
    if (this.pre !== undefined) return this.pre.openTag(name, attributes);
    const { context } = this.stack;
    if (HIDDEN_ELEMENTS.has(name)) {
      this.hidden = name;
      context.unread.add('lost-element', `<${name}>`, raw);
      return;
    }
    if (name !== 'pre' && isHtmlElement(name)) noteAttributes(name, attributes, raw, context);
    const component = componentOf(name, raw);
    if (component !== undefined) {
      this.stack.push(frame('html', component, attributes, raw));
    } else if (name === 'pre') {
      this.pre = new PreReader(attributes, this.stack.context);
    } else if (name === 'img') {
      this.image(attributes);
    } else if (name === 'option' || this.isChoice(name, attributes)) {
      this.choice(name, attributes);
    } else if (name === 'input' && attributes['type'] === 'checkbox') {
      const item = this.stack.frames.findLast(({ kind, name: open }) => kind === 'html' && open === 'li');
      if (item !== undefined) item.task = 'checked' in attributes;
    } else if (isInlineName(name)) {
      openInline(this.stack.run(), name, attributes, this.stack.context);
    } else if (name === 'hr') {
      this.stack.add({ object: 'block', type: 'divider', isVoid: true, data: {} });
    } else if (name === 'iframe' && attributes['src']) {
      this.stack.add({ object: 'block', type: 'embed', isVoid: true, data: { url: attributes['src'] } });
    } else if ((name === 'video' || name === 'audio') && attributes['src']) {
      this.stack.add({ object: 'block', type: 'file', isVoid: true, data: { ref: urlRef(attributes['src']) } });
    } else if (FRAMED.has(name)) {
      this.closeImplied(name);
      this.stack.context.anchorId = undefined;
      this.stack.push(frame('html', name, attributes));
    } else if (!isHtmlElement(name)) {
      this.stack.run().text(raw);
      context.unread.add('unknown-element', `<${name}>`, raw);
    } else {
      if (!isBlockElement(name)) context.unread.add('lost-element', `<${name}>`, raw);
      this.stack.flush(this.stack.top);
    }
  }

  closeTag(name: string, raw: string): void {
    if (this.hidden !== undefined) {
      if (name === this.hidden) this.hidden = undefined;
      return;
    }
    if (this.pre !== undefined) {
      if (name === 'pre') this.endPre();
      else this.pre.closeTag(name);
      return;
    }
    const { top, context } = this.stack;
    if (isInlineName(name) || name === 'option') {
      if (top.run !== undefined) closeInline(top.run, name, context);
      else if (name === 'picture') closePicture(context);
    } else if (FRAMED.has(name)) {
      this.closeFramed(name);
    } else if (this.closeComponent(name, raw)) {
      return;
    } else if (!isHtmlElement(name)) {
      if (raw === '') return;
      this.stack.run().text(raw);
      context.unread.add('unknown-element', `<${name}>`, raw);
    } else {
      this.stack.flush(top);
    }
  }

  rawText(text: string): void {
    if (this.hidden !== undefined) return;
    if (this.pre !== undefined) return this.pre.text(text);
    if (this.stack.top.name === 'select') return;
    if (this.stack.top.run === undefined && /^[ \t\n\f\r]*$/.test(text)) return;
    this.stack.run().htmlText(text);
  }

  entity(char: string): void {
    if (this.hidden !== undefined) return;
    if (this.pre !== undefined) this.pre.entity(char);
    else this.stack.run().text(char);
  }

  private endPre(): void {
    const code = this.pre?.finish();
    this.pre = undefined;
    if (code !== undefined) this.stack.add(code);
  }

  private image(attributes: Attributes): void {
    const { stack } = this;
    const { top, context } = stack;
    const figure = top.name === 'figure' ? top : undefined;
    if (figure !== undefined && figure.image === undefined) {
      figure.image = attributes;
      figure.dark = context.dark;
    } else if (attributes['class']?.includes('gitbook-drawing')) {
      const { src } = attributes;
      stack.add({ object: 'block', type: 'drawing', isVoid: true, data: src ? { ref: urlRef(src) } : {} });
    } else if (top.name === 'p' && top.image === undefined && isSized(attributes) && (top.run?.isEmpty ?? true)) {
      // Alone in its paragraph, an image with a size is a block: within a line it has none.
      top.image = attributes;
      top.dark = context.dark;
      stack.run().push(inlineImage(attributes, context));
    } else if (top.run !== undefined || isLine(top.name) || 'data-size' in attributes || 'data-caption' in attributes) {
      openInline(stack.run(), 'img', attributes, context);
    } else {
      const { title } = attributes;
      const data = { ...imageData(attributes, context), ...sizeOf(attributes) };
      stack.add(imagesBlock([image(data, title ? [paragraph([textNode(title)])] : [])], {}));
    }
  }

  /** The options of a select column, and the chosen options and users of a cell. */
  private isChoice(name: string, attributes: Attributes): boolean {
    return name === 'span' && ('data-option' in attributes || 'data-user' in attributes);
  }

  private choice(name: string, attributes: Attributes): void {
    const cell = this.stack.frames.findLast(({ name: open }) => open === 'td' || open === 'th');
    if (cell === undefined) return;
    if (name === 'option') cell.options.push(attributes);
    else if (attributes['data-option'] !== undefined) cell.selected.push(attributes['data-option']);
    else if (attributes['data-user'] !== undefined) cell.users.push(attributes['data-user']);
    if (name === 'span') this.stack.run().openCapture('span', { kind: 'text', finish: () => undefined });
  }

  private closeImplied(name: string): void {
    const implied = IMPLIED[name];
    if (implied === undefined) return;
    const { stack } = this;
    while (stack.top.kind === 'html' && implied.has(stack.top.name)) stack.pop();
  }

  /** Closes what a component opened; one that ends in itself has no text of its own. */
  private closeComponent(name: string, raw: string): boolean {
    const component = componentOf(name, raw === '' ? undefined : raw);
    return component !== undefined && this.closeFramed(component);
  }

  /** Closes the innermost element of that name; false where none is open. */
  private closeFramed(name: string): boolean {
    const { frames } = this.stack;
    for (let index = frames.length - 1; index > 0; index--) {
      const open = frames[index];
      if (open?.kind !== 'html') return false;
      if (open.name !== name) continue;
      while (frames.length > index) this.stack.pop(frames.length === index + 1);
      return true;
    }
    return false;
  }
}
