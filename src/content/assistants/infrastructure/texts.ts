import type { Page } from '#kernel/application/page';

/** A part of a list or text, and a line that says how to go on, where there is more. */
export interface Part<Items> {
  items: Items;
  more: string[];
}

/** At most `most` items or characters, from that one on. */
export function partOf<Items extends string | readonly unknown[]>(all: Items, from: number, most: number): Part<Items> {
  const end = from + most;
  const more = all.length > end ? [`(Cut here: go on with from=${end} of ${all.length}.)`] : [];
  return { items: all.slice(from, end) as Items, more };
}

/** The records of a list, a line each. */
export function listText<Item>({ items, next }: Page<Item>, line: (item: Item) => string): string {
  const lines = items.map(line);
  if (next) lines.push(`(There are more: go on with from="${next.page}".)`);
  return lines.length === 0 ? 'There are none.' : lines.join('\n');
}
