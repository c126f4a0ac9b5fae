import type { Block, Code, Drawing, Heading, Image, Images, List, Paragraph } from '../model.js';
import type { RenderContext } from './context.js';
import { attribute } from './escape.js';
import { footnoteAnchor, htmlLine, withDark } from './html-inline.js';
import { lengthText } from './tags.js';

const SIDES = { start: 'left', center: 'center', end: 'right' } as const;
const align = (side: keyof typeof SIDES | undefined): string =>
  attribute('align', side === undefined ? undefined : SIDES[side]);

export const paragraphHtml = ({ data, nodes }: Paragraph, context: RenderContext): string =>
  `<p${align(data.align)}>${htmlLine(nodes, context)}</p>`;

export function headingHtml({ type, data, nodes }: Heading, context: RenderContext): string {
  const tag = `h${Number(type.slice(-1)) + context.topHeading - 1}`;
  return `<${tag}${align(data.align)}${attribute('id', data.id)}>${htmlLine(nodes, context)}</${tag}>`;
}

export function drawingHtml({ data }: Drawing, context: RenderContext): string {
  const src = data.ref === undefined ? undefined : context.href(data.ref, 'drawing');
  return `<img alt="Drawing" class="gitbook-drawing"${attribute('src', src)}>`;
}

export function imagesHtml({ data, nodes }: Images, context: RenderContext): string {
  const figures = nodes.map((image) => figure(image, context)).join('');
  const own =
    attribute('align', data.align) +
    attribute('data-full-width', data.fullWidth) +
    attribute('data-with-frame', data.withFrame);
  return own === '' && nodes.length === 1 ? figures : `<div${own}>${figures}</div>`;
}

function figure({ data, fragments }: Image, context: RenderContext): string {
  const own =
    attribute('src', context.href(data.ref, 'image')) +
    attribute('alt', data.alt ?? '') +
    attribute('width', lengthText(data.width)) +
    attribute('height', lengthText(data.height));
  const caption = fragments
    .flatMap(({ nodes }) => nodes)
    .map((block) => (block.type === 'paragraph' ? paragraphHtml(block, context) : ''));
  return `<figure>${withDark(`<img${own}>`, data.refDark, context)}<figcaption>${caption.join('')}</figcaption></figure>`;
}

/** Code whose lines are highlighted, annotated or computed. `newline` ends a line of it. */
export function preHtml(code: Code, context: RenderContext, newline: '\n' | '&#10;'): string {
  const { syntax, title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount } = code.data;
  const own =
    attribute('class', syntax === undefined ? undefined : `language-${syntax}`) +
    attribute('data-title', title) +
    attribute('data-overflow', overflow) +
    attribute('data-line-numbers', lineNumbers) +
    attribute('data-full-width', fullWidth) +
    attribute('data-expandable', expandable) +
    attribute('data-collapsed-line-count', collapsedLineCount);
  let html = '';
  code.nodes.forEach((line, index) => {
    const inner = line.nodes.map((node) => codeNode(node, context)).join('');
    const isLast = index === code.nodes.length - 1;
    if (line.data.highlighted === true) html += `<strong>${inner}${newline}</strong>`;
    else if (!isLast) html += inner + newline;
    // Behind a highlighted line an empty last line needs something that is there.
    else html += inner === '' && code.nodes[index - 1]?.data.highlighted === true ? '<span></span>' : inner;
  });
  return `<pre${own}><code${attribute('class', syntax === undefined ? undefined : `lang-${syntax}`)}>${html}</code></pre>`;
}

function codeNode(node: Code['nodes'][number]['nodes'][number], context: RenderContext): string {
  if (node.object === 'text') return codeText(node.leaves.map(({ text }) => text).join(''));
  if (node.type === 'expression') return `<code class="expression">${codeText(node.data.expression)}</code>`;
  const inner = node.nodes.map((child) => codeNode(child, context)).join('');
  return `${footnoteAnchor(context.footnotes.push(node.fragments[0].nodes))}${inner}</a>`;
}
const codeText = (text: string): string =>
  text.replace(/[&<\n]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&#10;'));

/** The blocks of a table cell, all on one line. */
export function cellHtml(blocks: readonly Block[], context: RenderContext): string {
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === 'paragraph') {
    const first = only.nodes[0];
    const needsElement =
      only.nodes.length === 0 ||
      only.data.align !== undefined ||
      (first?.object === 'inline' && first.type === 'inline-image');
    if (!needsElement) return htmlLine(only.nodes, context);
  }
  return blocks.map((block) => blockHtml(block, context)).join('');
}

function blockHtml(block: Block, context: RenderContext): string {
  switch (block.type) {
    case 'paragraph':
      return paragraphHtml(block, context);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return headingHtml(block, context);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listHtml(block, context);
    case 'divider':
      return '<hr>';
    case 'blockquote':
      return `<blockquote>${cellHtml(block.nodes, context)}</blockquote>`;
    case 'code':
      return preHtml(block, context, '&#10;');
    case 'images':
      return imagesHtml(block, context);
    default:
      return '';
  }
}

function listHtml(list: List, context: RenderContext): string {
  const tag = list.type === 'list-ordered' ? 'ol' : 'ul';
  const start = list.type === 'list-ordered' ? attribute('start', list.data.start) : '';
  const items = list.nodes.map(({ data, nodes }) => {
    const box = list.type === 'list-tasks' ? `<input type="checkbox"${data.checked === true ? ' checked' : ''}>` : '';
    return `<li>${box}${cellHtml(nodes, context)}</li>`;
  });
  return `<${tag}${start}>${items.join('')}</${tag}>`;
}
