import { isHeading, type Block, type ContentRef, type Heading, type InlineNode, type List } from '#rich-document';
import type { Target } from './book.js';
import { setCode } from './code.js';
import type { Desk } from './desk.js';
import { setFigure, setPicture } from './figures.js';
import { setGroup } from './groups.js';
import { setInlines, setText } from './inlines.js';
import { badge, title } from './signs.js';
import { box, GAP, INK, TONES, trimmed, WIDTH, type Content, type Surroundings } from './style.js';
import { setTable } from './tables.js';

const HEADINGS: Record<Heading['type'], { fontSize: number; above: number }> = {
  'heading-1': { fontSize: 16, above: 14 },
  'heading-2': { fontSize: 13, above: 12 },
  'heading-3': { fontSize: 11, above: 8 },
};
/** The space in points that must remain below a heading, so that it is not the last line of a page. */
const KEPT_WITH = 44;

/** Sets blocks one below the other. */
export function setBlocks(desk: Desk, blocks: readonly Block[], around: Surroundings): Content[] {
  return blocks.flatMap((block) => setBlock(desk, block, around));
}

function setBlock(desk: Desk, block: Block, around: Surroundings): Content[] {
  const inner = { width: around.width - 24, breakable: around.breakable ?? false };
  const within = (blocks: readonly Block[]): Content[] => setBlocks(desk, blocks, inner);
  if (isHeading(block)) return setHeading(desk, block, around);
  switch (block.type) {
    case 'paragraph':
      return setParagraph(desk, block, around);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [setList(desk, block, around)];
    case 'divider':
      return [
        {
          canvas: [{ type: 'line', x1: 0, y1: 0, x2: around.width, y2: 0, lineWidth: 0.7, lineColor: INK.line }],
          margin: [0, 6, 0, 6 + GAP],
        },
      ];
    case 'blockquote':
      return [box(within(block.nodes), { bar: INK.line, padding: 6 })];
    case 'hint': {
      const { sign, bar, fill } = TONES[block.data.style];
      const columns = [{ ...badge(desk, sign, bar), width: 16 }, { stack: trimmed(within(block.nodes)) }];
      return [box([{ columns, columnGap: 8 }], { bar, fill })];
    }
    case 'prompt':
      return [box([...title(desk, block.data.description), ...within(block.nodes)], { frame: INK.line })];
    case 'if':
    case 'columns':
    case 'column':
    case 'stepper':
    case 'tabs':
    case 'updates':
      return setGroup(desk, block, around, setBlocks);
    case 'images':
      return block.nodes.flatMap((image) => setFigure(desk, image, block.data, around.width));
    case 'drawing':
      return block.data.ref ? setPicture(desk, { ref: block.data.ref }, around.width) : [];
    case 'code':
      return setCode(desk, block, around.width);
    case 'math':
      return [box([{ text: setText(desk, block.data.formula, { fontSize: 9 }, { base: 'Mono' }) }], FORMULA)];
    case 'expandable': {
      const [head, body] = block.fragments;
      const words = head.nodes.flatMap((node) => ('nodes' in node ? (node.nodes as InlineNode[]) : []));
      const anchor = desk.anchor(block.meta?.id);
      const line = { ...anchor, text: setInlines(desk, words, { style: { bold: true } }), margin: [0, 0, 0, 5] };
      return [box([line, ...within(body.nodes)], { frame: INK.line })];
    }
    case 'table':
      return setTable(desk, block, around, (blocks, place) => setBlocks(desk, blocks, place));
    case 'file':
      return [card(desk, block.data.ref, '📎')];
    case 'embed':
      return [linkCard(desk, { url: block.data.url }, '🔗')];
    case 'content-ref':
      return [card(desk, block.data.ref, '→')];
    case 'reusable-content':
      return desk.targetOf(block.data.ref).title === undefined ? [] : [card(desk, block.data.ref, '→')];
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return setSpecified(desk, block, around);
    case 'integration':
      return block.data.url === undefined ? [] : [linkCard(desk, { url: block.data.url }, '🔗')];
    default:
      return [];
  }
}

const FORMULA = { fill: INK.faint, padding: 7 };

function setParagraph(desk: Desk, block: Extract<Block, { type: 'paragraph' }>, around: Surroundings): Content[] {
  const pictures = block.nodes.flatMap((node) => standingPictures(desk, node, around.width));
  const words = setInlines(desk, block.nodes, { breakable: around.breakable ?? false });
  const isBlank = words.every(({ text }) => typeof text === 'string' && text.trim() === '');
  if (isBlank) return pictures;
  const { align } = block.data;
  const alignment = align === 'end' ? 'right' : align === 'center' ? 'center' : undefined;
  return [{ text: words, margin: [0, 0, 0, GAP], ...(alignment ? { alignment } : {}) }, ...pictures];
}

/** Inline pictures in their own size. They follow the paragraph, since lines contain only text. */
function standingPictures(desk: Desk, node: InlineNode, width: number): Content[] {
  if (node.object === 'text') return [];
  if (node.type === 'link') return node.nodes.flatMap((child) => standingPictures(desk, child, width));
  return node.type === 'inline-image' && node.data.size === 'original' ? setPicture(desk, node.data, width) : [];
}

function setHeading(desk: Desk, block: Heading, around: Surroundings): Content[] {
  const { fontSize, above } = HEADINGS[block.type];
  const words = setInlines(desk, block.nodes, { style: { bold: true, color: INK.dark }, breakable: true });
  const line = { ...desk.anchor(block.meta?.id), text: words, fontSize, lineHeight: 1.02 };
  if (!around.free) return [{ ...line, margin: [0, above / 2, 0, 4] }];
  // Kept whole with room below it, which what follows is moved up into.
  const room = { text: ' ', fontSize: 1, lineHeight: 1, margin: [0, 0, 0, KEPT_WITH - 2] };
  return [
    { stack: [{ ...line, margin: [0, above, 0, 5] }, room], unbreakable: true },
    { canvas: [], margin: [0, -KEPT_WITH + 0.6, 0, 0] },
  ];
}

function setList(desk: Desk, list: List, around: Surroundings): Content {
  const inner = { width: around.width - 18, breakable: around.breakable ?? false };
  const items = list.nodes.map((item) => {
    const stack = setBlocks(desk, item.nodes, inner).map((content) => tightened(content));
    return { item, stack: stack.length === 0 ? [{ text: ' ' }] : stack };
  });
  const margin = [0, 0, 0, GAP - 3];
  if (list.type === 'list-tasks') {
    return {
      stack: items.map(({ item, stack }) => ({
        columns: [{ ...checkbox(item.data.checked === true), width: 16 }, { stack }],
      })),
      margin,
    };
  }
  const stacks = items.map(({ stack }) => ({ stack }));
  if (list.type === 'list-unordered') return { ul: stacks, margin, markerColor: INK.grey };
  return { ol: stacks, start: list.data.start ?? 1, margin };
}

/** Reduces the space between the paragraphs of a list item. */
function tightened(content: Content): Content {
  const margin = content['margin'];
  if (content['text'] === undefined || !Array.isArray(margin) || margin[3] !== GAP) return content;
  return { ...content, margin: [0, 0, 0, 3] };
}

function checkbox(checked: boolean): Content {
  const square = { type: 'rect', x: 0, y: 0, w: 8, h: 8, r: 1.5, lineWidth: 0.8 };
  const tick = { type: 'polyline', lineWidth: 1.2, lineColor: '#ffffff' };
  const [from, through, to] = [
    { x: 1.8, y: 4.2 },
    { x: 3.4, y: 5.9 },
    { x: 6.3, y: 2.2 },
  ];
  const canvas = checked
    ? [
        { ...square, color: INK.link, lineColor: INK.link },
        { ...tick, points: [from, through, to] },
      ]
    : [{ ...square, lineColor: INK.grey }];
  return { canvas, margin: [0, 3.5, 0, 0] };
}

function card(desk: Desk, ref: ContentRef, sign: string): Content {
  return linkCard(desk, desk.targetOf(ref), sign);
}

/** A line of its own that leads somewhere. */
function linkCard(desk: Desk, target: Target, sign: string): Content {
  const style = { color: INK.link, ...desk.linkTo(target) };
  const words = setText(desk, target.title ?? target.url ?? '', style, { breakable: true });
  return box([{ text: [...setText(desk, `${sign}  `, { color: INK.grey }), ...words] }], {
    frame: INK.line,
    padding: 6,
  });
}

/** What an OpenAPI specification says, or else a line that names it. */
function setSpecified(desk: Desk, block: Specified, around: Surroundings): Content[] {
  const shown = desk.shownBy(block);
  if (shown.length > 0) return setBlocks(desk, shown, { ...around, breakable: true });
  const target = desk.targetOf(block.data.ref);
  const named = setText(desk, nameOf(block), { bold: true, fontSize: 9 }, { base: 'Mono', breakable: true });
  const more = target.title ?? target.url;
  const source = more === undefined ? [] : setText(desk, `   ${more}`, { color: INK.grey, ...desk.linkTo(target) });
  return [box([{ text: [...named, ...source] }], { fill: INK.faint, frame: INK.line, padding: 6 })];
}

type Specified = Extract<Block, { type: 'swagger' | 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas' }>;

function nameOf({ type, data }: Specified): string {
  if (type === 'openapi-schemas') return data.schemas.join(', ');
  return `${data.method.toUpperCase()} ${type === 'openapi-webhook' ? data.name : data.path}`;
}

/** A page's blocks from edge to edge. */
export const FULL: Surroundings = { width: WIDTH, free: true };
