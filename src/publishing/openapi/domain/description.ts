import { parseMarkdownOrText } from '#rich-document';
import { documentOrNothing, type Draft } from './blocks.js';

/** The allowed blocks: those of CommonMark, tables, task lists, hints, expandables and formulas. */
const BLOCKS = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'code',
  'code-line',
  'divider',
  'hint',
  'expandable',
  'images',
  'image',
  'table',
  'math',
]);
/** Largest size of one description as blocks, in bytes of JSON, and the characters shown of a larger one. */
const MAX_BYTES = 500_000;
const SHOWN = 2_000;
const INLINES = new Set(['link', 'emoji', 'inline-math', 'inline-image']);
const LOWER: Record<string, string> = { 'heading-1': 'heading-2', 'heading-2': 'heading-3' };
/** Addresses that may be links. Others, such as `javascript:`, become text. */
const ADDRESS = /^(?:https?:|mailto:|[^:]*$|[^:/?#]*[/?#])/i;

/**
 * The blocks of a description in CommonMark. Headings of the first two levels are one level lower, since the page has
 * headings of its own. A specification may come from an untrusted source, so tags that include other content, read
 * claims of visitors, or run code are left out.
 */
export function blocksOf(description: string | undefined): Draft[] {
  if (description === undefined) return [];
  const { nodes } = parseMarkdownOrText(description, { maxBytes: MAX_BYTES, shown: SHOWN });
  const document = documentOrNothing(plain(nodes) as Draft[]);
  return document.nodes as unknown as Draft[];
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => (isAllowed(item) ? [plain(item)] : textOf(item)));
  if (typeof value !== 'object' || value === null) return value;
  const { key: _, meta: __, ...own } = value as Draft;
  const copy = Object.fromEntries(Object.entries(own).map(([name, item]) => [name, plain(item)]));
  const { type } = copy;
  return copy['object'] === 'block' && typeof type === 'string' ? { ...copy, type: LOWER[type] ?? type } : copy;
}

function isAllowed(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return true;
  const { object, type, data } = item as { object?: unknown; type?: string; data?: { ref?: Draft } };
  if (object === 'block') return BLOCKS.has(type ?? '');
  if (object !== 'inline') return true;
  return INLINES.has(type ?? '') && (type !== 'link' || isAddress(data?.ref));
}

function isAddress(ref: Draft | undefined): boolean {
  return ref?.['kind'] === 'url' && typeof ref['url'] === 'string' && ADDRESS.test(ref['url'].trim());
}

/** The text of a link or a note that is left out; empty for everything else. */
function textOf(item: unknown): unknown[] {
  const { object, nodes } = item as Draft;
  return object === 'inline' && Array.isArray(nodes) ? (plain(nodes) as unknown[]) : [];
}
