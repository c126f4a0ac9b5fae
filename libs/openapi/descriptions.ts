import { parseMarkdownOrText } from '#rich-document';

/** A node of a description that has yet to be validated: it has no key. */
export type DescriptionNode = Record<string, unknown>;

export interface DescriptionLimits {
  /** Largest size as blocks, in bytes of JSON, and the characters shown of a larger one. */
  maxBytes: number;
  shown: number;
}

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
/** Blocks that arrange others, which are shown one after the other. */
const WRAPS = new Set(['tabs', 'tabs-item', 'columns', 'column', 'stepper', 'stepper-step']);
const INLINES = new Set(['link', 'emoji', 'inline-math', 'inline-image']);
/** Addresses that may be links. Others, such as `javascript:`, become text. */
const ADDRESS = /^(?:https?:|mailto:|[^:]*$|[^:/?#]*[/?#])/i;

/**
 * The blocks of a description in Markdown. A specification may come from an untrusted source, so tags that include other
 * content, read claims of visitors, or run code are left out.
 */
export function readDescription(markdown: string, limits: DescriptionLimits): DescriptionNode[] {
  return plain(parseMarkdownOrText(markdown, limits).nodes) as DescriptionNode[];
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => (isAllowed(item) ? [plain(item)] : textOf(item)));
  if (typeof value !== 'object' || value === null) return value;
  const { key: _, meta: __, ...own } = value as DescriptionNode;
  return Object.fromEntries(Object.entries(own).map(([name, item]) => [name, plain(item)]));
}

function isAllowed(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return true;
  const { object, type, data } = item as { object?: unknown; type?: string; data?: { ref?: DescriptionNode } };
  if (object === 'block') return BLOCKS.has(type ?? '');
  if (object !== 'inline') return true;
  return INLINES.has(type ?? '') && (type !== 'link' || isAddress(data?.ref));
}

function isAddress(ref: DescriptionNode | undefined): boolean {
  return ref?.['kind'] === 'url' && typeof ref['url'] === 'string' && ADDRESS.test(ref['url'].trim());
}

/** The text of a link or a note that is left out, and the blocks within what only arranges them; else nothing. */
function textOf(item: unknown): unknown[] {
  const { object, type, nodes } = item as DescriptionNode;
  const isShown = object === 'inline' || WRAPS.has(String(type));
  return isShown && Array.isArray(nodes) ? (plain(nodes) as unknown[]) : [];
}
