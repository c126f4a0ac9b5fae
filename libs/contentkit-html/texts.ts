import type { BuiltUrl, CodeBlock, Image, InlineElement, Link, Markdown, Text } from '#contentkit';
import { drawDocument, drawn, h, safeSrc, type Attributes, type Child } from '#page-html';
import { isHeading, parseMarkdownOrText, type Block, type RichDocument } from '#rich-document';
import { linkOut, type BlockSheet } from './sheet.js';

const MARKS = { bold: 'strong', italic: 'em', code: 'code', strikethrough: 's' } as const;
/** Bytes of the document that Markdown may become, and characters shown of one that would become more. */
const MOST_BYTES = 400_000;
const SHOWN = 4_000;
/** Pixels of a picture whose shape is known; the style sheet makes it as wide as its place. */
const WIDTH = 800;

export function drawInline(sheet: BlockSheet, element: InlineElement | string): Child {
  if (typeof element === 'string') return element;
  switch (element.type) {
    case 'text':
      return drawText(sheet, element);
    case 'image':
      return drawImage(sheet, element, 'kit-inline');
    case 'link':
      return drawLink(sheet, element);
  }
}

export const drawInlines = (sheet: BlockSheet, elements: string | readonly InlineElement[]): Child =>
  typeof elements === 'string' ? elements : elements.map((element) => drawInline(sheet, element));

export function drawText(sheet: BlockSheet, { style, children }: Text): Child {
  const content = children.map((child) => drawInline(sheet, child));
  return style === undefined ? content : h(MARKS[style], null, ...content);
}

export function drawLink(sheet: BlockSheet, { target, children }: Link): Child {
  const { url } = target;
  const link = linkOut(typeof url === 'string' ? url : addressOf(sheet, url));
  return link ? h('a', link, ...children) : children;
}

/** Browsers ask with https for what only has a host. */
function addressOf(sheet: BlockSheet, { host, pathname, query = {} }: BuiltUrl): string {
  const values = Object.entries(query).map(([name, value]): [string, string] => [name, sheet.text(value)]);
  const search = new URLSearchParams(values).toString();
  return `https://${host}${pathname}${search === '' ? '' : `?${search}`}`;
}

/** A picture by its address on this server. Scripts do not say what is on it. */
export function drawImage(sheet: BlockSheet, { source, aspectRatio }: Image, className = 'kit-image'): Child {
  const picture = sheet.context.page.picture({ kind: 'url', url: source.url });
  const src = picture && safeSrc(picture.src);
  if (src === undefined) return null;
  return h('img', { src, alt: '', class: className, loading: 'lazy', decoding: 'async', ...sizeOf(aspectRatio) });
}

function sizeOf(ratio: number | undefined): Attributes {
  if (ratio === undefined) return {};
  const height = Math.round(WIDTH / ratio);
  return height >= 1 && height <= 100 * WIDTH ? { width: WIDTH, height } : {};
}

/** A code that is read: one that is edited is an input. */
export function drawCodeText(sheet: BlockSheet, code: CodeBlock): Child {
  const text = sheet.text(code.content);
  const isFormatted = sheet.mayFormat(text.length);
  const data = {
    ...(isFormatted && code.syntax !== undefined ? { syntax: code.syntax } : {}),
    lineNumbers: isFormatted && code.lineNumbers !== undefined && code.lineNumbers !== false,
  };
  const lines = text.split('\n').map((line) => ({
    ...({ object: 'block', type: 'code-line', isVoid: false, data: {} } as const),
    nodes: [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text: line, marks: [] }] }],
  }));
  const block: Block = { object: 'block', type: 'code', isVoid: false, data, nodes: lines };
  return drawn(drawDocument(documentOf([block]), sheet.context.page), 'kit-part');
}

/** Markdown as documents are drawn. What would need ids, and what only authors of pages have, is left out. */
export function drawMarkdown(sheet: BlockSheet, { content }: Markdown): Child {
  const text = sheet.text(content);
  if (text.trim() === '') return null;
  if (!sheet.mayFormat(text.length)) return h('p', { class: 'kit-plain' }, text.slice(0, SHOWN));
  const { nodes } = parseMarkdownOrText(text, { maxBytes: MOST_BYTES, shown: SHOWN });
  return drawn(drawDocument(documentOf(guests(sheet, nodes)), sheet.context.page), 'kit-part');
}

const documentOf = (nodes: Block[]): RichDocument => ({ object: 'document', data: {}, nodes });

/** Blocks with others in them, and those without, that a script may have in its Markdown. */
const GROUPS = new Set(['list-ordered', 'list-unordered', 'list-tasks', 'list-item', 'blockquote', 'hint']);
const SINGLE = new Set(['paragraph', 'divider', 'images', 'table', 'math']);

/** Headings have ids of this block: the page may have others of the same words. */
function guests(sheet: BlockSheet, blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (isHeading(block)) return [{ ...block, meta: { id: sheet.id() } }];
    if (SINGLE.has(block.type)) return [block];
    if (block.type === 'code') return [{ ...block, data: { syntax: block.data.syntax ?? '' } }];
    const within = 'nodes' in block ? guests(sheet, block.nodes as Block[]) : [];
    return GROUPS.has(block.type) ? [{ ...block, nodes: within } as Block] : within;
  });
}
