import { expandable, image, paragraph, textNode, urlRef } from '../build.js';
import type { Block, BlockType, InlineNode, List, ListItem } from '../model.js';
import { FRAGMENT_CHILDREN } from '../schema.js';
import { fit } from './fit.js';
import type { Frame, FrameStack } from './frame.js';
import { alignOf, headingBlock } from './headings.js';
import { imagesBlock, imagesOfDiv, lengthOf } from './html/images.js';
import { readTable } from './html/read-table.js';
import { tagBlocks } from './tags.js';

interface Owner extends FrameStack {
  readonly bodies: Map<string, Block[]>;
}

const CAPTION = FRAGMENT_CHILDREN['caption'] as ReadonlySet<BlockType>;

/** The blocks that a closed frame leaves in the frame around it. */
export function closeFrame(owner: Owner, closed: Frame, explicit: boolean): Block[] {
  if (closed.kind === 'html' && (closed.name === 'p' || /^h[1-6]$/.test(closed.name)))
    return lineOf(owner, closed, explicit);
  if (closed.kind === 'html' && closed.name === 'summary') {
    const title = paragraph(lineNodes(closed));
    if (owner.top.name !== 'details') return [title];
    owner.top.parts.push([title]);
    return [];
  }
  owner.flush(closed);
  const { blocks, attributes } = closed;
  if (closed.kind === 'tag') return tagBlocks(closed.name, attributes, blocks) ?? verbatim(closed);
  switch (closed.name) {
    case 'blockquote':
      return [{ object: 'block', type: 'blockquote', isVoid: false, data: {}, nodes: filled(blocks) }];
    case 'ul':
    case 'ol':
      return [...blocks, ...listOf(closed)];
    case 'li':
      if (owner.top.name !== 'ul' && owner.top.name !== 'ol') return blocks;
      owner.top.parts.push(blocks);
      owner.top.tasks.push(closed.task);
      return [];
    case 'div':
      return imagesOfDiv(attributes, blocks);
    case 'figure':
      return figureOf(closed);
    case 'figcaption':
      owner.top.parts.push(blocks);
      return owner.top.name === 'figure' ? [] : blocks;
    case 'details':
      return [detailsOf(closed)];
    case 'footnote': {
      const label = attributes['label'] ?? '';
      if (!owner.bodies.has(label)) owner.bodies.set(label, blocks);
      return [];
    }
    default:
      return closeTablePart(owner, closed);
  }
}

/** A tag without what it needs stays as it was written, around its content. */
const verbatim = ({ name, raw, blocks }: Frame): Block[] => [
  paragraph([textNode(raw)]),
  ...blocks,
  paragraph([textNode(`{% end${name} %}`)]),
];

function closeTablePart(owner: Owner, closed: Frame): Block[] {
  const { top } = owner;
  const { blocks } = closed;
  switch (closed.name) {
    case 'td':
    case 'th':
      if (top.name !== 'tr') return blocks;
      top.cells.push({
        header: closed.name === 'th',
        attributes: closed.attributes,
        blocks,
        options: closed.options,
        selected: closed.selected,
        users: closed.users,
      });
      return [];
    case 'tr':
      top.rows.push({
        head: top.name === 'thead',
        cells: closed.cells,
        ...(closed.attributes['data-id'] ? { id: closed.attributes['data-id'] } : {}),
      });
      return blocks;
    case 'thead':
    case 'tbody':
    case 'tfoot':
      top.rows.push(...closed.rows);
      return blocks;
    case 'table':
      return [...blocks, ...readTable(closed.attributes, closed.rows, owner.context.allowance)];
    default:
      return blocks;
  }
}

const filled = (blocks: Block[]): Block[] => (blocks.length === 0 ? [paragraph([])] : blocks);

function lineNodes(closed: Frame): InlineNode[] {
  const own = closed.run?.finish() ?? [];
  closed.run = undefined;
  return [...fit(closed.blocks, CAPTION).flatMap((block) => (block.type === 'paragraph' ? block.nodes : [])), ...own];
}

/** A `p` or heading element: one line of text, unless blocks were put in it. */
function lineOf(owner: Owner, closed: Frame, explicit: boolean): Block[] {
  const { attributes, name } = closed;
  if (closed.blocks.length > 0) {
    owner.flush(closed);
    return closed.blocks;
  }
  const nodes = closed.run?.finish() ?? [];
  closed.run = undefined;
  const { anchorId: id, topHeading: top } = owner.context;
  owner.context.anchorId = undefined;
  if (name !== 'p') {
    const level = Number(name.slice(1));
    return [headingBlock({ level, top }, nodes, attributes['id'] ?? id, alignOf(attributes['align']))];
  }
  return nodes.length > 0 || explicit ? [paragraph(nodes, alignOf(attributes['align']))] : [];
}

/** A list with an item that begins with `[ ]` or `[x]` is a list of tasks. */
function listOf({ name, attributes, parts, tasks }: Frame): Block[] {
  if (parts.length === 0) return [];
  const isTasks = tasks.some((task) => task !== undefined);
  const nodes = parts.map((blocks, index): ListItem => ({
    object: 'block',
    type: 'list-item',
    isVoid: false,
    data: isTasks ? { checked: tasks[index] ?? false } : {},
    nodes: filled(blocks),
  }));
  const start = Number(attributes['start']);
  const type: List['type'] = isTasks ? 'list-tasks' : name === 'ol' ? 'list-ordered' : 'list-unordered';
  const data = type === 'list-ordered' && Number.isInteger(start) && start >= 0 && attributes['start'] ? { start } : {};
  return [{ object: 'block', type, isVoid: false, data, nodes } as List];
}

function figureOf({ image: attributes, dark, parts, blocks }: Frame): Block[] {
  if (attributes === undefined) return [...blocks, ...parts.flat()];
  const width = lengthOf(attributes['width']);
  const height = lengthOf(attributes['height']);
  const { alt } = attributes;
  const data = {
    ref: urlRef(attributes['src'] ?? ''),
    ...(dark === undefined ? {} : { refDark: urlRef(dark) }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(alt ? { alt } : {}),
  };
  const caption = fit(parts.flat(), CAPTION);
  return [...blocks, imagesBlock([image(data, caption)], {})];
}

function detailsOf({ attributes, parts, blocks }: Frame): Block {
  const title = parts[0]?.[0];
  const { open } = attributes;
  const body = [...parts.slice(1).flat(), ...blocks];
  return expandable(title?.type === 'paragraph' ? title.nodes : [], body, open !== undefined && open !== 'false');
}
