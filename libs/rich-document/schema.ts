import type { Block, BlockType, InlineType, Marker } from './model.js';

/*
 * The nesting of blocks. `CHILDREN` is the published table for documents that callers send. A page written in Markdown may
 * nest more freely (a table in a tab, a figure in a list item); splitting such blocks would harm the page, so
 * `FLOW_PARENTS` names the containers that keep any flow block from Markdown.
 */
export const ESSENTIALS = [
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'divider',
] as const satisfies BlockType[];

export const TOP_LEVEL = [
  ...ESSENTIALS,
  'blockquote',
  'hint',
  'prompt',
  'images',
  'file',
  'drawing',
  'embed',
  'code',
  'math',
  'expandable',
  'tabs',
  'table',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'content-ref',
  'integration',
  'reusable-content',
  'stepper',
  'if',
  'columns',
  'updates',
] as const satisfies BlockType[];

const STEP_CONTENT: BlockType[] = [
  ...ESSENTIALS,
  'content-ref',
  'code',
  'embed',
  'file',
  'images',
  'drawing',
  'hint',
  'blockquote',
  'math',
  'integration',
  'prompt',
];

/** The containers of blocks and what the published table lets them hold. */
export const CHILDREN: Partial<Record<BlockType, ReadonlySet<BlockType>>> = {
  'list-ordered': new Set(['list-item']),
  'list-unordered': new Set(['list-item']),
  'list-tasks': new Set(['list-item']),
  'list-item': new Set([...ESSENTIALS, 'code', 'hint', 'blockquote', 'math', 'table']),
  blockquote: new Set([...ESSENTIALS, 'blockquote']),
  hint: new Set([...ESSENTIALS, 'embed', 'integration', 'table']),
  prompt: new Set(['code']),
  if: new Set(TOP_LEVEL),
  images: new Set(['image']),
  code: new Set(['code-line']),
  tabs: new Set(['tabs-item']),
  'tabs-item': new Set(STEP_CONTENT),
  stepper: new Set(['stepper-step']),
  'stepper-step': new Set([...STEP_CONTENT, 'expandable']),
  columns: new Set(['column']),
  column: new Set([
    ...ESSENTIALS,
    'images',
    'code',
    'hint',
    'content-ref',
    'drawing',
    'embed',
    'file',
    'integration',
    'math',
    'blockquote',
    'table',
    'expandable',
    'stepper',
    'prompt',
  ]),
  updates: new Set(['update']),
  update: new Set([...STEP_CONTENT, 'tabs', 'expandable']),
};

/** Containers that keep any top-level block when it was written in Markdown. */
export const FLOW_PARENTS: ReadonlySet<string> = new Set([
  'list-item',
  'blockquote',
  'hint',
  'if',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
  'expandable-body',
]);

/** The blocks that hold a flow of blocks, themselves or in their parts. */
export const BRANCHES: ReadonlySet<BlockType> = new Set<BlockType>([
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'blockquote',
  'hint',
  'if',
  'tabs',
  'stepper',
  'columns',
  'updates',
  'expandable',
  'table',
]);
/** Flows in one another: the content of items, quotes, cells and the like. An annotation's body counts from the page. */
export const MAX_DEPTH = 40;

/** What the named sub-documents of void blocks and annotations hold. */
export const FRAGMENT_CHILDREN: Record<string, ReadonlySet<BlockType>> = {
  caption: new Set(['paragraph']),
  'expandable-title': new Set(['paragraph']),
  'expandable-body': new Set([
    ...ESSENTIALS,
    'images',
    'code',
    'table',
    'hint',
    'blockquote',
    'reusable-content',
    'file',
    'integration',
    'prompt',
  ]),
  'annotation-body': new Set([...ESSENTIALS, 'code']),
  cell: new Set([...ESSENTIALS, 'code', 'blockquote', 'images']),
};

export const BLOCK_TYPES: ReadonlySet<string> = new Set<BlockType>([
  ...TOP_LEVEL,
  'list-item',
  'code-line',
  'image',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
]);
export const VOID_BLOCKS: ReadonlySet<string> = new Set<BlockType>([
  'divider',
  'image',
  'file',
  'drawing',
  'embed',
  'math',
  'expandable',
  'table',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'content-ref',
  'integration',
  'reusable-content',
]);
export const TEXT_BLOCKS: ReadonlySet<string> = new Set<BlockType>([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'code-line',
]);
export const INLINE_TYPES: ReadonlySet<string> = new Set<InlineType>([
  'link',
  'emoji',
  'icon',
  'expression',
  'inline-math',
  'inline-image',
  'annotation',
  'mention',
  'button',
]);
/** The inlines that are allowed beside texts, where not all are. */
export const INLINES_INSIDE: Readonly<Record<string, ReadonlySet<string>>> = {
  link: new Set<InlineType>(['inline-image']),
  annotation: new Set<InlineType>(),
  'code-line': new Set<InlineType>(['annotation', 'expression']),
};

export const COLORS: ReadonlySet<string> = new Set([
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  'pink',
  'violet',
  'cyan',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
  '$tint',
]);
/** Marks in the order they nest, outermost first. */
export const MARK_ORDER: readonly (Marker | 'color')[] = [
  'color',
  'superscript',
  'subscript',
  'keyboard',
  'bold',
  'italic',
  'strikethrough',
  'code',
];
export const HINT_STYLES: ReadonlySet<string> = new Set(['info', 'warning', 'danger', 'success']);
export const HEADING_ID = /^[-a-z0-9.+_]+$/;

/** The block lists of a block, in document order: its children or those of its fragments. */
export function blockLists(block: Block): Block[][] {
  if ('fragments' in block) return block.fragments.map((fragment) => fragment.nodes);
  if ('nodes' in block && !TEXT_BLOCKS.has(block.type)) return [block.nodes as Block[]];
  return [];
}

/** What columns and rows of a table may be called. */
export const TABLE_ID = /^[^\s:]{1,128}$/;
