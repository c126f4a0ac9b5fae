import { drawDocument, drawn, h, type Child, type PageContext } from '#page-html';
import { readDescription, type DescriptionNode } from '#openapi';
import type { Block } from '#rich-document';
import { MAX_DESCRIPTION } from './context.js';
import type { Sheet } from './sheet.js';
import { beginningOf } from './text.js';

/** What Markdown may be more than text and code of: without any of it, it does not have to be read as a document. */
const SIGNS = /[\\*<[&$~\n`]|(?<!\w)_|_(?!\w)|:\S|\{[{%]|^(?:[-+>#]|\d+[.)])|www\.|\S@\S/;
const CODE = /(`[^`\n]+`)/;

const LIMITS = { maxBytes: 200_000, shown: 2_000 };

/** A description in Markdown, in which only addresses lead anywhere. */
export function drawDescription(sheet: Sheet, value: unknown, className = 'api-text'): Child {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const text = beginningOf(value.trim(), MAX_DESCRIPTION);
  const simple = simpleOf(text);
  if (simple !== undefined) return h('p', { class: className }, ...simple);
  if (!sheet.takeWords(text.length)) {
    sheet.cut();
    return h('p', { class: className }, beginningOf(text, LIMITS.shown / 4));
  }
  const known = sheet.descriptions.get(text);
  if (known !== undefined) return drawn(known, className);
  const nodes = readDescription(text, LIMITS).flatMap(withoutIds) as unknown as Block[];
  const html = drawDocument({ object: 'document', data: {}, nodes }, contextOf(sheet));
  // A region has a name of its own: it cannot be there again.
  if (!html.includes(' aria-label=')) sheet.descriptions.set(text, html);
  return html === '' ? null : drawn(html, className);
}

/** A description of text and code alone; undefined for any other. */
function simpleOf(text: string): Child[] | undefined {
  const pieces = text.split(CODE);
  if (pieces.some((piece, index) => index % 2 === 0 && SIGNS.test(piece))) return undefined;
  return pieces.map((piece, index): Child => (index % 2 === 0 ? piece : h('code', null, piece.slice(1, -1))));
}

const nothing = (): undefined => undefined;

/** Only addresses lead anywhere. */
function contextOf(sheet: Sheet): PageContext {
  const { context } = sheet;
  return {
    locale: context.locale,
    // Names of regions must be unique in the page: each description has a number of its own.
    words: { ...context.pageWords, table: `${context.pageWords.table} ${sheet.id('table')}` },
    target: (ref) => (ref.kind === 'url' ? { href: ref.url, title: ref.url, kind: 'url' } : undefined),
    picture: (ref) => (ref.kind === 'url' ? context.picture?.(ref.url) : undefined),
    file: nothing,
    content: nothing,
    embed: nothing,
    icon: nothing,
    user: nothing,
    tag: nothing,
    action: nothing,
  };
}

/**
 * A block that has nothing with an id: headings are bold text, so that the outline of the page stays that of its author,
 * and what could be folded is shown.
 */
function withoutIds(node: DescriptionNode): DescriptionNode[] {
  const { object, type } = node;
  const inner = insideOf(node);
  if (object !== 'block' || typeof type !== 'string') return [{ ...node, ...inner }];
  if (type.startsWith('heading-')) return [bold(node)];
  if (type === 'expandable') return fragmentsOf(node).flatMap(({ nodes = [] }) => nodes.flatMap(withoutIds));
  if (type !== 'code') return [{ ...node, ...inner }];
  const { syntax } = node['data'] as { syntax?: string };
  return [{ ...node, ...inner, data: { syntax } }];
}

interface Fragment {
  nodes?: DescriptionNode[];
}

/** Tables have their cells, and expandables their title and body, in fragments. */
const fragmentsOf = (node: DescriptionNode): Fragment[] => (Array.isArray(node['fragments']) ? node['fragments'] : []);

function insideOf(node: DescriptionNode): DescriptionNode {
  const nodes = Array.isArray(node['nodes']) ? { nodes: (node['nodes'] as DescriptionNode[]).flatMap(withoutIds) } : {};
  const fragments = fragmentsOf(node).map((one) => ({ ...one, nodes: (one.nodes ?? []).flatMap(withoutIds) }));
  return fragments.length > 0 ? { ...nodes, fragments } : nodes;
}

/** A heading as a paragraph of bold text. */
function bold(node: DescriptionNode): DescriptionNode {
  const mark = { object: 'mark', type: 'bold' };
  const marked = (one: DescriptionNode): DescriptionNode => {
    const { leaves, nodes } = one as { leaves?: { marks: unknown[] }[]; nodes?: DescriptionNode[] };
    if (leaves) return { ...one, leaves: leaves.map((leaf) => ({ ...leaf, marks: [...leaf.marks, mark] })) };
    return nodes ? { ...one, nodes: nodes.map(marked) } : one;
  };
  const nodes = (node['nodes'] ?? []) as DescriptionNode[];
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: nodes.map(marked) };
}
