import { expandable, image, paragraph, textNode, urlRef } from '../build.js';
import type { Block, BlockType, Image, InlineNode, List, ListItem } from '../model.js';
import { FRAGMENT_CHILDREN } from '../schema.js';
import { fit } from './fit.js';
import type { Frame, FrameStack } from './frame.js';
import { alignOf, headingBlock } from './headings.js';
import { blocksOfDiv, imagesBlock, sizeOf } from './html/images.js';
import type { Attributes } from './html/html.js';
import { noteHeader, SIZE_IN_LINE } from './html/lost.js';
import { readTable } from './html/read-table.js';
import { calloutOf, containerBlocks } from './containers.js';
import { tabsItem } from './tab-blocks.js';
import { COLONS } from './markdown/callout-rules.js';
import { tagName } from './markdown/tag-source.js';
import { closeOperationPart, isOperationPart } from './operation.js';
import { noteOptions } from './tag-options.js';
import { partsOf, tagBlocks } from './tags.js';
import { calloutBlock } from './callouts.js';

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
  if (closed.kind === 'tag') return tagFrameBlocks(owner, closed);
  switch (closed.name) {
    case 'callout':
      return [calloutBlock(calloutOf(owner, attributes['type'] ?? '', attributes), blocks)];
    case 'content-tab':
      return [tabsItem(attributes['title'], blocks)];
    case 'content-tabs':
    case 'Tabs':
      return partsOf('tabs', 'tabs-item', {}, blocks);
    case 'TabItem':
      return [tabsItem(attributes['label'] ?? attributes['value'], blocks)];
    case 'blockquote':
      if (attributes['callout'] !== undefined)
        return [calloutBlock(calloutOf(owner, attributes['callout'], attributes), blocks)];
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
      return blocksOfDiv(attributes, blocks);
    case 'center':
      return blocksOfDiv({ align: 'center' }, blocks);
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

function tagFrameBlocks(owner: Owner, closed: Frame): Block[] {
  const { name, attributes, blocks } = closed;
  owner.context.unread.at(closed.line, closed.raw);
  noteOptions(name, attributes, owner.context.unread);
  if (name === COLONS) {
    const { name: type = '', title } = attributes;
    return containerBlocks(type, { title, open: attributes['open'] }, owner, blocks) ?? verbatim(owner, closed);
  }
  if (isOperationPart(closed)) return closeOperationPart(owner, closed);
  return tagBlocks(name, attributes, blocks) ?? verbatim(owner, closed);
}

/** A tag without what it needs, or an unknown container, stays as it was written, around its content. */
function verbatim({ context }: Owner, { name, raw, blocks }: Frame): Block[] {
  const isColons = name === COLONS;
  context.unread.add('unknown-tag', isColons ? raw : tagName(raw), raw);
  return [
    paragraph([textNode(raw)]),
    ...blocks,
    paragraph([textNode(isColons ? (/^:+/.exec(raw)?.[0] ?? COLONS) : `{% end${name} %}`)]),
  ];
}

function closeTablePart(owner: Owner, closed: Frame): Block[] {
  const { top } = owner;
  const { blocks } = closed;
  switch (closed.name) {
    case 'td':
    case 'th':
      if (top.name !== 'tr') return blocks;
      if (owner.frames.at(-2)?.name === 'thead') noteHeader(blocks, owner.context.unread);
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
  if (closed.image !== undefined) return sizedLine(owner, closed, nodes);
  return nodes.length > 0 || explicit ? [paragraph(nodes, alignOf(attributes['align']))] : [];
}

/** A paragraph that begins with an image of a given size: a block of images, if there is nothing else in it. */
function sizedLine({ context }: Owner, { image: own, dark, attributes }: Frame, nodes: InlineNode[]): Block[] {
  const [only] = nodes;
  if (own !== undefined && nodes.length === 1 && only?.object === 'inline' && only.type === 'inline-image') {
    const caption = only.data.caption === undefined ? [] : [paragraph([textNode(only.data.caption)])];
    const { align } = attributes;
    return blocksOfDiv(align === undefined ? {} : { align }, [imagesBlock([sizedImage(own, dark, caption)], {})]);
  }
  context.unread.add('lost-attribute', SIZE_IN_LINE, '<img');
  return [paragraph(nodes, alignOf(attributes['align']))];
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
  return [...blocks, imagesBlock([sizedImage(attributes, dark, fit(parts.flat(), CAPTION))], {})];
}

function sizedImage(attributes: Attributes, dark: string | undefined, caption: Block[]): Image {
  const { src, alt } = attributes;
  const data = {
    ref: urlRef(src ?? ''),
    ...(dark === undefined ? {} : { refDark: urlRef(dark) }),
    ...sizeOf(attributes),
    ...(alt ? { alt } : {}),
  };
  return image(data, caption);
}

function detailsOf({ attributes, parts, blocks }: Frame): Block {
  const title = parts[0]?.[0];
  const { open } = attributes;
  const body = [...parts.slice(1).flat(), ...blocks];
  return expandable(title?.type === 'paragraph' ? title.nodes : [], body, open !== undefined && open !== 'false');
}
