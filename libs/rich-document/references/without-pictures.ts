import { paragraph, textNode } from '../build.js';
import type { ContentRef } from '../content-ref.js';
import { assignKeys } from '../keys/keys.js';
import type {
  Block,
  CellValue,
  ColumnDefinition,
  Fragment,
  Image,
  Images,
  InlineImage,
  InlineNode,
  RichDocument,
  Table,
  TableRecord,
} from '../model.js';
import { normalizeDocument } from '../normalize/document.js';
import { TEXT_BLOCKS } from '../schema.js';
import { fileRef } from './references.js';

/** Whether the picture that a reference means is not there. */
export type IsMissing = (ref: ContentRef) => boolean;

/**
 * The document without pictures that are not there: images, images in lines, pictures in cells and covers of cards. What
 * an image says in words stays in its place: its caption, or else its alternative text. A picture that is there for one
 * of two colour schemes is taken for both.
 */
export function withoutPictures(document: RichDocument, isMissing: IsMissing): RichDocument {
  const nodes = blocks(document.nodes, isMissing);
  return nodes === document.nodes ? document : assignKeys(normalizeDocument({ ...document, nodes }));
}

/** Maps each item to any number of others; the same list where all stay. */
function flatMapped<Item>(items: Item[], change: (item: Item) => Item[]): Item[] {
  const all = items.map((item) => ({ item, made: change(item) }));
  return all.every(({ item, made }) => made.length === 1 && made[0] === item) ? items : all.flatMap(({ made }) => made);
}

function blocks(items: Block[], isMissing: IsMissing): Block[] {
  return flatMapped(items, (block) =>
    block.type === 'images' ? images(block, isMissing) : [within(block, isMissing)],
  );
}

function images(block: Images, isMissing: IsMissing): Block[] {
  const left: Image[] = [];
  const words: Block[] = [];
  for (const image of block.nodes) {
    const data = kept(image.data, isMissing);
    if (data === undefined) words.push(...wordsOf(image));
    else left.push(data === image.data ? image : { ...image, data });
  }
  if (left.length === block.nodes.length && left.every((image, at) => image === block.nodes[at])) return [block];
  return left.length === 0 ? words : [{ ...block, nodes: left }, ...words];
}

function wordsOf({ data: { alt }, fragments }: Image): Block[] {
  const caption = fragments.flatMap(({ nodes }) => nodes);
  if (caption.length > 0 || alt === undefined || alt.trim() === '') return caption;
  return [paragraph([textNode(alt)])];
}

/** The data with the pictures that are there; undefined where there is none. */
function kept<Data extends { ref: ContentRef; refDark?: ContentRef }>(
  data: Data,
  isMissing: IsMissing,
): Data | undefined {
  const { refDark, ...rest } = data;
  const dark = refDark === undefined || isMissing(refDark) ? undefined : refDark;
  if (!isMissing(data.ref)) return dark === refDark ? data : (rest as Data);
  return dark && ({ ...rest, ref: dark } as Data);
}

function within(block: Block, isMissing: IsMissing): Block {
  let next: Block = block.type === 'table' ? table(block, isMissing) : block;
  if ('fragments' in next) {
    const parts = next.fragments as Fragment[];
    const fragments = flatMapped(parts, (part) => {
      const nodes = blocks(part.nodes, isMissing);
      return [nodes === part.nodes ? part : { ...part, nodes }];
    });
    if (fragments !== parts) next = { ...next, fragments } as Block;
  }
  if (!('nodes' in next)) return next;
  const nodes: unknown[] = TEXT_BLOCKS.has(next.type)
    ? line(next.nodes as InlineNode[], isMissing)
    : blocks(next.nodes as Block[], isMissing);
  return nodes === next.nodes ? next : ({ ...next, nodes } as Block);
}

function line(items: InlineNode[], isMissing: IsMissing): InlineNode[] {
  return flatMapped(items, (node): InlineNode[] => {
    if (node.object === 'text') return [node];
    if (node.type === 'inline-image') return inlineImage(node, isMissing);
    if (node.type === 'link') {
      const nodes = line(node.nodes, isMissing);
      // A link is not lost with its picture: it is called as that.
      const named = nodes.length === 0 ? node.nodes.flatMap(nameOf) : nodes;
      return [named === node.nodes ? node : ({ ...node, nodes: named } as InlineNode)];
    }
    return [node];
  });
}

function nameOf(node: InlineNode): InlineNode[] {
  const ref = node.object === 'inline' && node.type === 'inline-image' ? node.data.ref : undefined;
  return ref?.kind === 'url' ? [textNode(ref.url)] : [];
}

function inlineImage(node: InlineImage, isMissing: IsMissing): InlineNode[] {
  const data = kept(node.data, isMissing);
  if (data !== undefined) return [data === node.data ? node : { ...node, data }];
  const words = node.data.caption ?? node.data.alt ?? '';
  return words.trim() === '' ? [] : [textNode(words)];
}

function table(block: Table, isMissing: IsMissing): Table {
  const { definition, records, view } = block.data;
  const covers = view.type === 'cards' ? [view.coverDefinition, view.coverDefinitionDark] : [];
  let changed = false;
  const entries = Object.entries(records).map(([id, record]): [string, TableRecord] => {
    const values: Record<string, CellValue> = {};
    for (const [column, value] of Object.entries(record.values)) {
      const after = cell(value, definition[column], covers.includes(column), isMissing);
      if (after !== value) changed = true;
      if (after !== null || value === null) values[column] = after;
    }
    return [id, { ...record, values }];
  });
  return changed ? { ...block, data: { ...block.data, records: Object.fromEntries(entries) } } : block;
}

/** Null for a picture that is not there. */
function cell(
  value: CellValue,
  column: ColumnDefinition | undefined,
  isCover: boolean,
  isMissing: IsMissing,
): CellValue {
  if (value === null || value === undefined) return value;
  if (column?.type === 'image') {
    const picture = value as ContentRef | { ref: ContentRef };
    return isMissing('kind' in picture ? picture : picture.ref) ? null : value;
  }
  if (!isCover) return value;
  if (column?.type === 'content-ref') return isMissing(value as ContentRef) ? null : value;
  if (column?.type !== 'files') return value;
  const files = (value as string[]).filter((file) => !isMissing(fileRef(file)));
  return files.length === (value as string[]).length ? value : files.length === 0 ? null : files;
}
