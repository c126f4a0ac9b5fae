import { Parser } from 'htmlparser2';
import { drawDocument, ENGLISH, type PageContext } from '#page-html';
import { parseMarkdown, type Block, type RichDocument } from '#rich-document';

/** A context in which everything exists, unless a test says otherwise. */
export function contextWith(own: Partial<PageContext> = {}): PageContext {
  return {
    locale: 'en',
    words: ENGLISH,
    target: (ref) => {
      if (ref.kind === 'url') return { href: ref.url, title: ref.url, kind: 'url' };
      const id = Object.values(ref).slice(1).join('-');
      return { href: `/to/${encodeURIComponent(id)}`, title: `Title of ${id}`, kind: ref.kind };
    },
    picture: (ref) => ({ src: ref.kind === 'url' ? ref.url : '/picture.png', width: 400, height: 200 }),
    file: (ref) => ({ href: '/file.pdf', name: ref.kind === 'file' ? `${ref.file}.pdf` : 'file.pdf', size: 1_234_567 }),
    content: () => undefined,
    embed: () => undefined,
    icon: () => ({ viewBox: '0 0 8 8', path: 'M0 0h8v8z' }),
    user: (id) => ({ name: `Name of ${id}` }),
    tag: (ref) => (ref.kind === 'tag' ? { label: `Label of ${ref.tag}`, color: 'green' } : undefined),
    action: ({ action, query = '' }) => `/${action}?${new URLSearchParams({ q: query }).toString()}`,
    ...own,
  };
}

export const documentOf = (...nodes: object[]): RichDocument => ({
  object: 'document',
  data: {},
  nodes: nodes as Block[],
});

export const draw = (nodes: readonly object[], own: Partial<PageContext> = {}): string =>
  drawDocument(documentOf(...nodes), contextWith(own));

export const drawMarkdown = (markdown: string, own: Partial<PageContext> = {}): string =>
  drawDocument(parseMarkdown(markdown), contextWith(own));

export const block = (type: string, data: object, nodes: object[] = []): object => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});
export const leafBlock = (type: string, data: object, more: object = {}): object => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  ...more,
});
export const text = (words: string, marks: object[] = []): object => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: words, marks }],
});
export const paragraph = (...nodes: (object | string)[]): object =>
  block(
    'paragraph',
    {},
    nodes.map((node) => (typeof node === 'string' ? text(node) : node)),
  );
export const inline = (type: string, data: object, more: object = {}): object => ({
  object: 'inline',
  type,
  isVoid: true,
  data,
  ...more,
});
export const fragment = (name: string, ...nodes: object[]): object => ({
  object: 'fragment',
  fragment: name,
  type: name,
  nodes,
});
export const annotation = (words: string, ...body: object[]): object => ({
  ...inline('annotation', {}),
  isVoid: false,
  nodes: [text(words)],
  fragments: [fragment('annotation-body', ...body)],
});
export const url = (address: string): object => ({ kind: 'url', url: address });

/** An element of a page that was read back. */
export interface Read {
  name: string;
  attributes: Record<string, string>;
}

/** A page read back: its elements, its text, and what is wrong with its form. */
export interface ReadPage {
  elements: Read[];
  text: string;
  mistakes: string[];
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'col']);
/** What ends a paragraph that is open. */
const ENDS_PARAGRAPH = /^(?:p|div|h[1-6]|ul|ol|table|pre|blockquote|details|section|article|aside|figure|hr|header)$/;

/** Reads what was drawn as XML would be, so that every tag must be closed where it was opened. */
export function readPage(html: string): ReadPage {
  const elements: Read[] = [];
  const mistakes: string[] = [];
  const open: string[] = [];
  let words = '';
  const parser = new Parser(
    {
      onopentagname(name) {
        if (open.includes('p') && ENDS_PARAGRAPH.test(name)) mistakes.push(`<${name}> in <p>`);
        if (name === 'a' && open.includes('a')) mistakes.push('<a> in <a>');
        if (name !== name.toLowerCase() && name !== 'viewBox') mistakes.push(`<${name}>`);
        open.push(name);
      },
      onopentag: (name, attributes) => void elements.push({ name, attributes }),
      ontext: (piece) => void (words += piece),
      onclosetag(name, implied) {
        if (open.pop() !== name || (implied && !VOID.has(name) && name !== 'path')) mistakes.push(`</${name}>`);
      },
      oncomment: () => void mistakes.push('a comment'),
      onprocessinginstruction: () => void mistakes.push('an instruction'),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(html);
  return { elements, text: words, mistakes: [...mistakes, ...open] };
}

const ELEMENTS = new Set(
  `a abbr article blockquote br button code col colgroup details div em figcaption figure h2 h3 h4 header hr img input
  kbd label li ol p path pre s section span strong sub summary sup svg table tbody td th thead time tr ul
  math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover
  munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr menclose`.split(/\s+/),
);
const ADDRESSES = ['href', 'src', 'srcset', 'xlink:href', 'action', 'formaction', 'data', 'poster'];
const HARMLESS = /^(?:(?:https?|mailto|tel):|(?![a-z][a-z0-9+.-]*:))/i;

/** What a page must not contain: other elements, styles, handlers, addresses that run something, an id twice. */
export function dangersIn(html: string): string[] {
  const { elements, mistakes } = readPage(html);
  const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
  return [
    ...mistakes,
    ...elements.filter(({ name }) => !ELEMENTS.has(name)).map(({ name }) => `<${name}>`),
    ...elements.flatMap(({ attributes }) =>
      Object.entries(attributes).flatMap(([name, value]) => {
        if (name === 'style' || /^on|srcdoc/i.test(name) || !/^[a-zA-Z-]+$/.test(name)) return [`${name}="${value}"`];
        return ADDRESSES.includes(name) && !isHarmless(value) ? [`${name}="${value}"`] : [];
      }),
    ),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} twice`),
    ...ids.filter((id) => id === '' || /\s/.test(id)).map((id) => `id "${id}"`),
  ];
}

/** Browsers ignore control characters before a scheme, and tabs and line breaks within. */
const isHarmless = (address: string): boolean =>
  HARMLESS.test(address.replace(/[\t\n\r]/g, '').replace(/^[^\u0021-\uffff]+/, ''));
