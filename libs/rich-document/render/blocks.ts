import type { Block, Code, Heading, Images, List, Paragraph } from '../model.js';
import { isList } from '../model.js';
import type { RenderContext } from './context.js';
import { attribute } from './escape.js';
import { drawingHtml, headingHtml, imagesHtml, paragraphHtml, preHtml } from './html-blocks.js';
import { htmlLine } from './html-inline.js';
import { markdownLine } from './line.js';
import type { WritingStyle } from './style.js';
import { renderTable } from './table.js';
import { closingTag, leafTag, openingTag } from './tags.js';
import { destination, escapeText } from './escape.js';

/** The place of blocks: it decides how images are written, and whether an empty paragraph may be omitted. */
interface Place {
  /** A line of nothing but an image is a block of images here. */
  holdsImages: boolean;
  /** The first block follows a list marker. */
  inItem: boolean;
}

const HOLDS_IMAGES = new Set(['tabs-item', 'stepper-step', 'column', 'update', 'if']);
const INSIDE: Place = { holdsImages: false, inItem: false };

/** Blocks as Markdown, a blank line between two of them. */
export function renderBlocks(
  blocks: readonly Block[],
  context: RenderContext,
  place: Place = { holdsImages: true, inItem: false },
): string {
  let out = '';
  let marker = 0;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block;
    const previous = blocks[index - 1];
    marker = previous !== undefined && isList(block) && follows(previous, block) ? 1 - marker : 0;
    const text = renderBlock(block, context, index === 0 ? place : { ...place, inItem: false }, marker);
    out += index === 0 ? text : `\n\n${text}`;
  }
  return out;
}

/** Two lists of a kind one after the other need different markers to stay two. */
const follows = (previous: Block, block: List): boolean =>
  isList(previous) && (previous.type === 'list-ordered') === (block.type === 'list-ordered');

/** The content of a container; one empty paragraph is the same as nothing. */
const isEmpty = (blocks: readonly Block[]): boolean => {
  const [only] = blocks;
  return blocks.length === 1 && only?.type === 'paragraph' && only.nodes.length === 0 && only.data.align === undefined;
};

function renderBlock(block: Block, context: RenderContext, place: Place, marker: number): string {
  switch (block.type) {
    case 'paragraph':
      return renderParagraph(block, context, place);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return renderHeading(block, context);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return renderList(block, context, marker);
    case 'divider':
      return place.inItem ? '___' : context.style.rule;
    case 'blockquote':
      return quote(isEmpty(block.nodes) ? '' : renderBlocks(block.nodes, context, INSIDE));
    case 'code':
      return renderCode(block, context);
    case 'math':
      return renderMath(block.data.formula);
    case 'images':
      return renderImages(block, context, place);
    case 'drawing':
      return drawingHtml(block, context);
    case 'expandable': {
      const [title, body] = block.fragments;
      const first = title.nodes[0];
      const summary = first?.type === 'paragraph' ? htmlLine(first.nodes, context) : '';
      const inner = isEmpty(body.nodes) ? '' : `${renderBlocks(body.nodes, context)}\n\n`;
      return `<details${block.data.defaultExpanded === true ? ' open' : ''}>\n\n<summary>${summary}</summary>\n\n${inner}</details>`;
    }
    case 'table':
      return renderTable(block, context);
    case 'tabs':
    case 'stepper':
    case 'columns':
    case 'updates':
    case 'hint':
    case 'if':
    case 'prompt':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
    case 'update':
      return renderContainer(block, context);
    default:
      return context.texts?.get(block) ?? leafTag(block, context) ?? '';
  }
}

function renderContainer(block: Extract<Block, { nodes: unknown }>, context: RenderContext): string {
  const children = block.nodes as Block[];
  const inner = isEmpty(children)
    ? ''
    : renderBlocks(children, context, { holdsImages: HOLDS_IMAGES.has(block.type), inItem: false });
  // An HTML block runs up to the next blank line.
  const gap = inner
    .slice(inner.lastIndexOf('\n\n') + 1)
    .trimStart()
    .startsWith('<')
    ? '\n\n'
    : '\n';
  return `${openingTag(block)}\n${inner}${inner === '' ? '' : gap}${closingTag(block)}`;
}

/** A first line that is one HTML tag would begin an HTML block. */
const BEGINS_HTML = /^<[^>]*>[ \t]*(?:\n|$)/;
const AUTOLINK = /^<[a-z][a-z0-9+.-]{1,31}:/i;
/** Brackets and a colon would define a link or a footnote. */
const DEFINES = /^\[(?:[^\\[\]]|\\[^])*\]:/;

function renderParagraph(block: Paragraph, context: RenderContext, place: Place): string {
  const { nodes, data } = block;
  const [only] = nodes;
  if (only === undefined || data.align !== undefined) return paragraphHtml(block, context);
  const isImage = nodes.length === 1 && only.object === 'inline' && only.type === 'inline-image';
  if (isImage && place.holdsImages) return paragraphHtml(block, context);
  const notes = context.footnotes.length;
  const text = markdownLine(nodes, context, false);
  const first = text.charAt(0);
  if (first !== '<' && first !== '[') return text;
  if (first === '[' ? !DEFINES.test(text) : !BEGINS_HTML.test(text) || AUTOLINK.test(text)) return text;
  context.footnotes.length = notes;
  return paragraphHtml(block, context);
}

function renderHeading(block: Heading, context: RenderContext): string {
  if (block.data.align !== undefined) return headingHtml(block, context);
  const marks = '#'.repeat(Number(block.type.slice(-1)) + context.topHeading - 1);
  const text = withoutId(markdownLine(block.nodes, context, true).replace(/(^|[ \t])(#+)$/, '$1\\$2'));
  const { id } = block.data;
  const anchor = id === undefined ? '' : `<a${attribute('href', `#${id}`)}${attribute('id', id)}></a>`;
  return [marks, text, anchor].filter((part) => part !== '').join(' ');
}

/** What would be read as the heading's id is text. */
function withoutId(text: string): string {
  const brace = text.endsWith('}') ? text.lastIndexOf('{') : -1;
  return brace !== -1 && text.includes('#', brace) ? `${text.slice(0, brace)}\\${text.slice(brace)}` : text;
}

/** Prefixes every line but the first; blank lines stay blank. */
const indent = (text: string, width: number): string =>
  text.includes('\n') ? text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`) : text;
const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/** The marks of items, and those of a second list right behind the first. */
const signsOf = ({ bullet, ordered }: WritingStyle): { bullets: string[]; ordered: string[] } => ({
  bullets: [bullet, bullet === '-' ? '*' : '-'],
  ordered: [ordered, ordered === '.' ? ')' : '.'],
});

function renderList(list: List, context: RenderContext, marker: number): string {
  const isTight = list.nodes.every(({ nodes }) => isTightItem(nodes));
  const signs = signsOf(context.style);
  let number = list.type === 'list-ordered' ? (list.data.start ?? 1) : 0;
  const items = list.nodes.map(({ nodes, data }) => {
    const sign = list.type === 'list-ordered' ? `${number++}${signs.ordered[marker]}` : (signs.bullets[marker] ?? '');
    const task = list.type === 'list-tasks' ? ` [${data.checked === true ? 'x' : ' '}]` : '';
    if (isEmpty(nodes)) return sign + task;
    const body = isTight
      ? tightItem(nodes, context)
      : renderBlocks(nodes, context, { holdsImages: false, inItem: true });
    if (task !== '' && (nodes[0]?.type !== 'paragraph' || /^<p[ >]/.test(body))) {
      // The check mark takes the first line; what is no line of text is set off by a blank one.
      return `${sign}${task}\n\n  ${indent(body, 2)}`;
    }
    return `${sign}${task} ${indent(body, sign.length + 1)}`;
  });
  return items.join(isTight ? '\n' : '\n\n');
}

/** An item of one line, perhaps with a list below it that needs no blank line before it. */
function isTightItem(nodes: readonly Block[]): boolean {
  const [first, second] = nodes;
  if (nodes.length > 2 || first?.type !== 'paragraph' || first.data.align !== undefined) return false;
  if (second === undefined) return true;
  if (!isList(second) || first.nodes.length === 0) return false;
  if (second.nodes[0] === undefined || isEmpty(second.nodes[0].nodes)) return false;
  if (second.type === 'list-ordered' && second.data.start !== undefined) return false;
  return second.nodes.every(({ nodes: inner }) => isTightItem(inner));
}

function tightItem(nodes: readonly Block[], context: RenderContext): string {
  const [first, second] = nodes;
  const line = renderBlocks(first === undefined ? [] : [first], context, { holdsImages: false, inItem: true });
  const gap = line.startsWith('<') ? '\n\n' : '\n';
  return second === undefined ? line : `${line}${gap}${renderBlocks([second], context, INSIDE)}`;
}

function renderCode(code: Code, context: RenderContext): string {
  const isPlain = code.nodes.every(
    ({ data, nodes }) => data.highlighted !== true && nodes.every((node) => node.object === 'text'),
  );
  if (!isPlain) return preHtml(code, context, '\n');
  const { syntax, ...options } = code.data;
  const lines = code.nodes.map(({ nodes }) => {
    const [only] = nodes;
    return only?.object === 'text' ? only.leaves.map(({ text }) => text).join('') : '';
  });
  const content = lines.join('\n');
  let { fence }: { fence: string } = context.style;
  while (content.includes(fence)) fence += fence.charAt(0);
  const fenced = `${fence}${syntax ?? ''}\n${content === '' ? '' : `${content}\n`}${fence}`;
  const own =
    attribute('title', options.title) +
    attribute('overflow', options.overflow) +
    attribute('lineNumbers', options.lineNumbers) +
    attribute('fullWidth', options.fullWidth) +
    attribute('expandable', options.expandable) +
    attribute('collapsedLineCount', options.collapsedLineCount);
  return own === '' ? fenced : `{% code${own} %}\n${fenced}\n{% endcode %}`;
}

function renderMath(formula: string): string {
  const fits = !formula.includes('$$') && formula.trim() !== '' && formula.split('\n').length < 400;
  return fits ? `$$\n${formula}\n$$` : `{% math${attribute('formula', formula)} %}`;
}

function renderImages(block: Images, context: RenderContext, { holdsImages }: Place): string {
  const [only] = block.nodes;
  if (holdsImages && block.nodes.length === 1 && only !== undefined && Object.keys(block.data).length === 0) {
    const { ref, refDark, width, height, alt } = only.data;
    const isPlain = refDark === undefined && width === undefined && height === undefined && only.fragments.length === 0;
    if (isPlain && !alt?.includes('\n')) {
      const label = escapeText(alt ?? '', { lineStart: false, label: true, singleLine: true });
      return `![${label}](${destination(context.href(ref, 'image'))})`;
    }
  }
  return imagesHtml(block, context);
}
