import { drawDocument, drawn, h, type Child, type PageContext } from '#page-html';
import { parseMarkdownOrText, type Block } from '#rich-document';
import { MAX_DESCRIPTION } from './context.js';
import type { Sheet } from './sheet.js';
import { beginningOf } from './text.js';

/** What Markdown may be more than text and code of: without any of it, it does not have to be read as a document. */
const SIGNS = /[\\*<[&$~\n`]|(?<!\w)_|_(?!\w)|:\S|\{[{%]|^(?:[-+>#]|\d+[.)])|www\.|\S@\S/;
const CODE = /(`[^`\n]+`)/;

/** Largest document of a description, in bytes of JSON, and the characters shown of a larger one. */
const MAX_BYTES = 200_000;
const SHOWN = 2_000;

/** The blocks that descriptions may have: those without ids, buttons, and content from elsewhere. */
const BLOCKS = new Set([
  'paragraph',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'code',
  'code-line',
  'divider',
  'hint',
  'images',
  'image',
  'table',
  'math',
]);
const INLINES = new Set(['link', 'emoji', 'inline-math', 'inline-image']);

/**
 * A description in Markdown. A specification may come from anywhere: references to other content are left out, and
 * headings are bold text, so that they have no ids and the outline of the page stays that of its author.
 */
export function drawDescription(sheet: Sheet, value: unknown, className = 'api-text'): Child {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const text = beginningOf(value.trim(), MAX_DESCRIPTION);
  const simple = simpleOf(text);
  if (simple !== undefined) return h('p', { class: className }, ...simple);
  if (!sheet.takeWords(text.length)) {
    sheet.cut();
    return h('p', { class: className }, beginningOf(text, SHOWN / 4));
  }
  const known = sheet.descriptions.get(text);
  if (known !== undefined) return drawn(known, className);
  const document = parseMarkdownOrText(text, { maxBytes: MAX_BYTES, shown: SHOWN });
  const html = drawDocument({ ...document, nodes: allowed(document.nodes) as Block[] }, contextOf(sheet));
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

function allowed(nodes: readonly unknown[]): unknown[] {
  return nodes.flatMap((node) => {
    if (typeof node !== 'object' || node === null) return [];
    const { object, type = '', nodes: inner } = node as { object?: string; type?: string; nodes?: unknown[] };
    if (object === 'text') return [node];
    const own = Array.isArray(inner) ? allowed(inner) : undefined;
    if (object === 'inline') return INLINES.has(type) ? [inner ? { ...node, nodes: own } : node] : (own ?? []);
    if (type.startsWith('heading-')) return [paragraph(own ?? [])];
    if (!BLOCKS.has(type)) return (own ?? []).filter(isBlock);
    const { meta: _, ...rest } = withFragments(node);
    const data = type === 'code' ? { data: codeData(rest['data']) } : {};
    return [own === undefined ? { ...rest, ...data } : { ...rest, ...data, nodes: own }];
  });
}

const isBlock = (node: unknown): boolean => (node as { object?: string }).object === 'block';

/** A code that is folded would need an id. */
const codeData = (data: unknown): object => ({ syntax: (data as { syntax?: string } | undefined)?.syntax });

/** Tables have their cells, and expandables their body, in fragments. */
function withFragments(node: object): Record<string, unknown> {
  const { fragments, ...rest } = node as { fragments?: { nodes: unknown[] }[] };
  if (!Array.isArray(fragments)) return rest;
  return { ...rest, fragments: fragments.map((one) => ({ ...one, nodes: allowed(one.nodes) })) };
}

/** A heading as a paragraph of bold text. */
function paragraph(nodes: unknown[]): object {
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: nodes.map(bold) };
}

function bold(node: unknown): unknown {
  const { object, leaves, nodes } = node as { object?: string; leaves?: { marks: unknown[] }[]; nodes?: unknown[] };
  if (object !== 'text' || !leaves) return nodes ? { ...(node as object), nodes: nodes.map(bold) } : node;
  const mark = { object: 'mark', type: 'bold' };
  return { ...(node as object), leaves: leaves.map((leaf) => ({ ...leaf, marks: [...leaf.marks, mark] })) };
}
