import type { ContentRef } from '../content-ref.js';
import type {
  Block,
  CellValue,
  ColumnDefinition,
  Fragment,
  InlineNode,
  RichDocument,
  Table,
  TableRecord,
} from '../model.js';
import { TEXT_BLOCKS } from '../schema.js';

/** What a reference is used for. */
export type ReferenceUse =
  | 'link'
  | 'image'
  | 'file'
  | 'drawing'
  | 'content-ref'
  | 'include'
  | 'openapi'
  | 'swagger'
  | 'mention'
  | 'button'
  | 'cover'
  | 'cell'
  | 'tag';
/** `block` is the innermost one that holds the reference. */
export type ReferenceMap = (ref: ContentRef, use: ReferenceUse, block?: Block) => ContentRef;

/** Replaces every reference; what does not change is shared with the document given. */
export function mapReferences(document: RichDocument, map: ReferenceMap): RichDocument {
  const nodes = mapList(document.nodes, (block) => mapBlock(block, map));
  return nodes === document.nodes ? document : { ...document, nodes };
}

/** A reference, what it is used for, and the key of the block that holds it. */
export interface Reference {
  ref: ContentRef;
  use: ReferenceUse;
  node: string | undefined;
}

/** Every reference of the document, in document order. */
export function collectReferences(document: RichDocument): Reference[] {
  const found: Reference[] = [];
  mapReferences(document, (ref, use, block) => {
    found.push({ ref, use, node: block?.key });
    return ref;
  });
  return found;
}

function mapList<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  let changed: Item[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const before = items[index] as Item;
    const after = change(before);
    if (after !== before && changed === undefined) changed = items.slice(0, index);
    changed?.push(after);
  }
  return changed ?? items;
}

const USES: Partial<Record<Block['type'], ReferenceUse>> = {
  image: 'image',
  file: 'file',
  drawing: 'drawing',
  'content-ref': 'content-ref',
  'reusable-content': 'include',
  'openapi-operation': 'openapi',
  'openapi-schemas': 'openapi',
  'openapi-webhook': 'openapi',
  swagger: 'swagger',
};

function mapBlock(block: Block, outer: ReferenceMap): Block {
  const map: ReferenceMap = (ref, use, inner) => outer(ref, use, inner ?? block);
  let next = block;
  const use = USES[block.type];
  if (use !== undefined) next = { ...next, data: mapData(block.data as RefData, use, map) } as Block;
  if (use !== undefined && next.data === block.data) next = block;
  if (block.type === 'update' && block.data.tags !== undefined) {
    const tags = mapList(block.data.tags, (tag) => map(tag, 'tag'));
    if (tags !== block.data.tags) next = { ...block, data: { ...block.data, tags } };
  }
  if (block.type === 'table') next = mapTable(block, map);
  if ('fragments' in next) {
    const fragments = mapList<Fragment>(next.fragments, (fragment) => mapFragment(fragment, map));
    return fragments === next.fragments ? next : ({ ...next, fragments } as Block);
  }
  if (!('nodes' in next)) return next;
  const nodes = TEXT_BLOCKS.has(next.type)
    ? mapList(next.nodes as InlineNode[], (node) => mapInline(node, map))
    : mapList(next.nodes as Block[], (child) => mapBlock(child, map));
  return nodes === next.nodes ? next : ({ ...next, nodes } as Block);
}

function mapFragment(fragment: Fragment, map: ReferenceMap): Fragment {
  const nodes = mapList(fragment.nodes, (block) => mapBlock(block, map));
  return nodes === fragment.nodes ? fragment : { ...fragment, nodes };
}

interface RefData {
  ref?: ContentRef;
  refDark?: ContentRef;
}

function mapData<Data extends RefData>(data: Data, use: ReferenceUse, map: ReferenceMap): Data {
  const ref = data.ref === undefined ? undefined : map(data.ref, use);
  const refDark = data.refDark === undefined ? undefined : map(data.refDark, use);
  if (ref === data.ref && refDark === data.refDark) return data;
  return { ...data, ...(ref === undefined ? {} : { ref }), ...(refDark === undefined ? {} : { refDark }) };
}

const INLINE_USES: Partial<Record<string, ReferenceUse>> = {
  link: 'link',
  'inline-image': 'image',
  mention: 'mention',
  button: 'button',
};

function mapInline(node: InlineNode, map: ReferenceMap): InlineNode {
  if (node.object === 'text') return node;
  let next = node;
  const use = INLINE_USES[node.type];
  if (use !== undefined) {
    const data = mapData(node.data as RefData, use, map);
    if (data !== node.data) next = { ...node, data } as InlineNode & { object: 'inline' };
  }
  if (next.type === 'link') {
    const nodes = mapList<InlineNode>(next.nodes, (child) => mapInline(child, map));
    return nodes === next.nodes ? next : ({ ...next, nodes } as InlineNode);
  }
  if (next.type === 'annotation') {
    const body = mapFragment(next.fragments[0], map);
    return body === next.fragments[0] ? next : ({ ...next, fragments: [body] } as InlineNode);
  }
  return next;
}

function mapTable(table: Table, map: ReferenceMap): Table {
  const { definition, records, view } = table.data;
  const covers = view.type === 'cards' ? [view.coverDefinition, view.coverDefinitionDark] : [];
  let changed = false;
  const entries = Object.entries(records).map(([id, record]): [string, TableRecord] => {
    let values = record.values;
    for (const [column, value] of Object.entries(record.values)) {
      const after = mapCell(value, definition[column], covers.includes(column) ? 'cover' : 'cell', map);
      if (after !== value) values = { ...values, [column]: after };
    }
    if (values !== record.values) changed = true;
    return [id, values === record.values ? record : { ...record, values }];
  });
  return changed ? { ...table, data: { ...table.data, records: Object.fromEntries(entries) } } : table;
}

function mapCell(
  value: CellValue,
  column: ColumnDefinition | undefined,
  use: ReferenceUse,
  map: ReferenceMap,
): CellValue {
  if (value === null || value === undefined) return value;
  switch (column?.type) {
    case 'content-ref':
      return map(value as ContentRef, use);
    case 'image': {
      const cell = value as ContentRef | { ref: ContentRef };
      return 'kind' in cell
        ? map(cell, use === 'cover' ? 'cover' : 'image')
        : mapData(cell, use === 'cover' ? 'cover' : 'image', map);
    }
    case 'files':
      return mapList(value as string[], (file) => fileOf(map(fileRef(file), 'file'), file));
    default:
      return value;
  }
}

/** A files cell holds file ids; an imported page still has hrefs there until they are mapped to files. */
export const fileRef = (file: string): ContentRef =>
  /^[A-Za-z0-9_-]+$/.test(file) ? { kind: 'file', file } : { kind: 'url', url: file };
const fileOf = (ref: ContentRef, otherwise: string): string => {
  if (ref.kind === 'file') return ref.file;
  return ref.kind === 'url' ? ref.url : otherwise;
};
