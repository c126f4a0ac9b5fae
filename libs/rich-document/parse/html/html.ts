import { Tokenizer } from 'htmlparser2';

export type Attributes = Record<string, string>;

/** Receives the parts of an HTML source in order. Names are in lower case, entities are decoded. */
export interface HtmlSink {
  /** `raw` is the tag as it was written. */
  openTag(name: string, attributes: Attributes, raw: string): void;
  closeTag(name: string, raw: string): void;
  /** Text as written, entities apart. */
  rawText(text: string): void;
  /** A character written as an entity. */
  entity(char: string): void;
}

let source = '';
let sink: HtmlSink | undefined;
let tagStart = 0;
let tagName = '';
let attributes: Attributes = {};
let attributeName = '';
let attributeValue = '';

const open = (end: number, selfClosing: boolean): void => {
  sink?.openTag(tagName, attributes, source.slice(tagStart, end + 1));
  if (selfClosing) sink?.closeTag(tagName, '');
};

// Reading is synchronous and a sink never reads HTML itself, so one set of callbacks serves every call.
const callbacks: ConstructorParameters<typeof Tokenizer>[1] = {
  onopentagname(start, end) {
    tagStart = start - 1;
    tagName = source.slice(start, end).toLowerCase();
    attributes = {};
  },
  onattribname(start, end) {
    attributeName = source.slice(start, end).toLowerCase();
    attributeValue = '';
  },
  onattribdata(start, end) {
    attributeValue += source.slice(start, end);
  },
  onattribentity(point) {
    attributeValue += String.fromCodePoint(point);
  },
  onattribend() {
    if (!Object.hasOwn(attributes, attributeName)) attributes[attributeName] = attributeValue;
  },
  onopentagend: (end) => open(end, false),
  onselfclosingtag: (end) => open(end, true),
  onclosetag(start, end) {
    sink?.closeTag(source.slice(start, end).toLowerCase(), source.slice(start - 2, end + 1));
  },
  ontext: (start, end) => sink?.rawText(source.slice(start, end)),
  ontextentity: (point) => sink?.entity(String.fromCodePoint(point)),
  oncdata: (start, end, offset) => sink?.rawText(source.slice(start, end - offset)),
  oncomment: () => undefined,
  ondeclaration: () => undefined,
  onprocessinginstruction: () => undefined,
  onend: () => undefined,
};

/** Reads a piece of HTML, however broken, in one pass. */
export function readHtml(html: string, into: HtmlSink): void {
  source = html;
  sink = into;
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, callbacks);
  try {
    tokenizer.write(html);
    tokenizer.end();
  } finally {
    sink = undefined;
    source = '';
  }
}
