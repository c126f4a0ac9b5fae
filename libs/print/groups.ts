import type { Block, Column } from '#rich-document';
import type { Desk } from './desk.js';
import { widthOf } from './figures.js';
import { badge, title } from './signs.js';
import { box, GAP, INK, trimmed, type Content, type Surroundings } from './style.js';
import { dayOf } from './words.js';

type SetBlocks = (desk: Desk, blocks: readonly Block[], around: Surroundings) => Content[];
type Group = Extract<Block, { type: 'if' | 'columns' | 'column' | 'stepper' | 'tabs' | 'updates' }>;

/** Tabs are printed one below the other. */
export function setGroup(desk: Desk, block: Group, around: Surroundings, setBlocks: SetBlocks): Content[] {
  const part = { width: around.width - 24, breakable: around.breakable ?? false };
  switch (block.type) {
    case 'tabs':
      return block.nodes.map((tab) =>
        box([...title(desk, tab.data.title ?? ''), ...setBlocks(desk, tab.nodes, part)], { frame: INK.line }),
      );
    case 'stepper':
      return block.nodes.map((step, at) => numbered(desk, at + 1, setBlocks(desk, step.nodes, part)));
    case 'updates':
      return block.nodes.flatMap((update) => [
        ...title(desk, dayOf(update.data.date, desk.language), INK.grey),
        ...setBlocks(desk, update.nodes, around),
      ]);
    case 'columns':
      return setColumns(desk, block.nodes, around, setBlocks);
    default:
      return setBlocks(desk, block.nodes, around);
  }
}

/** The minimum width of a column; narrower columns are printed one below the other. */
const NARROWEST_COLUMN = 110;
const COLUMN_GAP = 16;

/** Columns beside each other, as wide as was chosen; those for which nothing was chosen share what is left. */
function setColumns(desk: Desk, columns: readonly Column[], around: Surroundings, setBlocks: SetBlocks): Content[] {
  const room = around.width - COLUMN_GAP * (columns.length - 1);
  const chosen = columns.map(({ data: { width } }) => widthOf(width, room));
  const free = room - chosen.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const share = free / Math.max(1, chosen.filter((width) => width === undefined).length);
  const wanted = chosen.map((width) => Math.max(0, width ?? share));
  const scale = room / wanted.reduce((sum, width) => sum + width, 0);
  const widths = wanted.map((width) => width * scale);
  if (columns.length === 0 || !widths.every((width) => width >= NARROWEST_COLUMN)) {
    return columns.flatMap((column) => setBlocks(desk, column.nodes, around));
  }
  const stacks = columns.map((column, at) => {
    const width = widths[at] ?? 0;
    return { stack: setBlocks(desk, column.nodes, { width, breakable: true }), width };
  });
  return [{ columns: stacks, columnGap: COLUMN_GAP }];
}

/** Puts the number beside the middle of the first line. */
function numbered(desk: Desk, number: number, stack: Content[]): Content {
  const [first = { text: ' ' }, ...others] = stack;
  const { fontSize = 10, margin } = first as { fontSize?: number; margin?: number[] };
  const [left = 0, , right = 0, below = 0] = margin ?? [];
  const aligned = { ...first, margin: [left, 0, right, below] };
  const sign = { ...badge(desk, String(number), INK.dark), margin: [0, Math.max(0, (fontSize * 1.4 - 15) / 2), 0, 0] };
  const body = [[sign, { stack: trimmed([aligned, ...others]) }]];
  const none = () => 0;
  return {
    table: { widths: [16, '*'], body },
    layout: {
      ...{ hLineWidth: none, vLineWidth: none, paddingLeft: (at: number) => (at === 0 ? 0 : 8) },
      ...{ paddingRight: none, paddingTop: none, paddingBottom: none },
    },
    margin: [0, 2, 0, GAP + 2],
  };
}
