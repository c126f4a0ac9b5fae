import type { ContentRef } from '../content-ref.js';
import { emojiText } from '../emoji.js';
import type { Inline, InlineNode, Leaf, Mark } from '../model.js';
import type { RenderContext } from './context.js';
import { attribute, entity, escapeRaw } from './escape.js';
import { elementLabelOf } from './labels.js';

const TAGS: Record<Mark['type'], string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
  color: 'mark',
};

export function openTag(mark: Mark): string {
  if (mark.type !== 'color') return `<${TAGS[mark.type]}>`;
  const { text, background } = mark.data;
  const color = text === 'default' ? '' : `color:${text};`;
  return `<mark style="${color}${background === 'default' ? '' : `background-color:${background};`}">`;
}
export const closeTag = (mark: Mark): string => `</${TAGS[mark.type]}>`;

/** A line as HTML. A space the source would lose (at the ends, beside another, at a break) is written as an entity. */
export function htmlLine(nodes: readonly InlineNode[], context: RenderContext): string {
  const state = { atSpace: true, last: lastLeaf(nodes) };
  return nodes.map((node) => htmlNode(node, context, state)).join('');
}

interface LineState {
  atSpace: boolean;
  last: Leaf | undefined;
}

function lastLeaf(nodes: readonly InlineNode[]): Leaf | undefined {
  const node = nodes.at(-1);
  if (node === undefined) return undefined;
  if (node.object === 'text') return node.leaves.at(-1);
  return 'nodes' in node ? lastLeaf(node.nodes) : undefined;
}

function htmlNode(node: InlineNode, context: RenderContext, state: LineState): string {
  if (node.object === 'text') return node.leaves.map((leaf) => htmlLeaf(leaf, state)).join('');
  if (node.type === 'link') {
    const inner = node.nodes.map((child) => htmlNode(child, context, state)).join('');
    state.atSpace = false;
    return `<a${attribute('href', context.href(node.data.ref, 'link'))}>${inner}</a>`;
  }
  if (node.type === 'annotation') {
    const inner = node.nodes.map((child) => htmlNode(child, context, state)).join('');
    state.atSpace = false;
    return `${footnoteAnchor(context.footnotes.push(node.fragments[0].nodes))}${inner}</a>`;
  }
  state.atSpace = false;
  return htmlInline(node, context);
}

export const footnoteAnchor = (number: number): string => `<a data-footnote-ref href="#user-content-fn-${number}">`;

function htmlLeaf(leaf: Leaf, state: LineState): string {
  let html = '';
  const { text } = leaf;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === ' ') {
      const ends = leaf === state.last && index === text.length - 1;
      const next = text.charAt(index + 1);
      if (state.atSpace || ends || next === '\n') {
        html += '&#x20;';
        state.atSpace = false;
      } else {
        html += ' ';
        state.atSpace = true;
      }
    } else if (char === '\n') {
      html += state.atSpace && index === 0 && html === '' ? '&#10;' : '<br>';
      state.atSpace = !html.endsWith('&#10;');
    } else {
      html += char === '&' ? '&amp;' : char === '<' ? '&lt;' : char === '\t' || char === '\f' ? entity(char) : char;
      state.atSpace = false;
    }
  }
  for (let index = leaf.marks.length - 1; index >= 0; index--) {
    const mark = leaf.marks[index] as Mark;
    html = openTag(mark) + html + closeTag(mark);
  }
  return html;
}

/** An inline without children as an HTML element; in Markdown it is written the same way where it has no notation. */
export function htmlInline(node: Inline, context: RenderContext): string {
  switch (node.type) {
    case 'emoji':
      return `<span data-gb-custom-inline data-tag="emoji" data-code="${node.data.code}">${emojiText(node.data.code)}</span>`;
    case 'icon': {
      const { icon, color } = node.data;
      const style = color === undefined ? '' : ` style="color:${color};"`;
      return `<i class="fa-${attributeValue(icon)}"${style}>${/^[a-z0-9-]+$/.test(icon) ? `:${icon}:` : ''}</i>`;
    }
    case 'expression':
      return `<code class="expression">${escapeRaw(node.data.expression)}</code>`;
    case 'inline-math':
      return `<span class="math"${attribute('data-formula', node.data.formula)}></span>`;
    case 'inline-image':
      return htmlImage(node.data, context);
    case 'mention':
      return htmlMention(context.href(node.data.ref, 'mention'));
    case 'button':
      return htmlButton(node.data, context);
    default:
      return '';
  }
}

/** The text of a mention is that of its target; the source has the end of the href instead. */
const htmlMention = (href: string): string => `<a data-mention${attribute('href', href)}>${elementLabelOf(href)}</a>`;

const attributeValue = (value: string): string => attribute('', value).slice(3, -1);

interface ImageData {
  ref: ContentRef;
  refDark?: ContentRef;
  alt?: string;
  caption?: string;
  size?: string;
}
function htmlImage(data: ImageData, context: RenderContext): string {
  const own =
    attribute('src', context.href(data.ref, 'image')) +
    attribute('alt', data.alt ?? '') +
    attribute('data-size', data.size) +
    attribute('data-caption', data.caption);
  return withDark(`<img${own}>`, data.refDark, context);
}

/** An `img` element, with its dark variant if there is one. */
export function withDark(img: string, refDark: ContentRef | undefined, context: RenderContext): string {
  if (refDark === undefined) return img;
  const source = attribute('srcset', context.href(refDark, 'image'));
  return `<picture><source${source} media="(prefers-color-scheme: dark)">${img}</picture>`;
}

function htmlButton(data: Extract<Inline, { type: 'button' }>['data'], context: RenderContext): string {
  const rest = ` class="button ${data.kind}"${attribute('data-icon', data.icon)}${attribute('data-size', data.size)}`;
  const label = escapeRaw(data.label);
  if (data.action === undefined) {
    const href = data.ref === undefined ? '' : context.href(data.ref, 'button');
    return `<a${attribute('href', href)}${rest}>${label}</a>`;
  }
  const { action } = data;
  const own = action.action === 'select' ? attribute('data-slug', action.slug) : attribute('data-query', action.query);
  return `<button type="button"${rest} data-action="${action.action}"${own}>${label}</button>`;
}
