import { COLORS, readEmoji } from '#rich-document';
import { classes, h, type Child } from '../element.js';
import type { Sheet } from '../sheet.js';

/** The class of a color of the fixed set; undefined for the default one and for any other text. */
export function colorClass(color: string | undefined, prefix = 'c'): string | undefined {
  if (color === undefined || color === 'default' || !COLORS.has(color)) return undefined;
  return `${prefix}-${color.replace('$', '')}`;
}

/** An icon by its name. It says nothing to a screen reader; nothing is drawn for an unknown one. */
export function drawIcon(sheet: Sheet, name: string | undefined, color?: string): Child {
  const shape = name === undefined || name === '' ? undefined : sheet.context.icon(name);
  if (!shape) return null;
  sheet.spend(shape.path);
  return h(
    'svg',
    { class: classes('icon', colorClass(color)), viewBox: shape.viewBox, 'aria-hidden': 'true' },
    h('path', { d: shape.path }),
  );
}

export function drawEmoji(emoji: string | undefined): Child {
  const characters = emoji === undefined ? undefined : readEmoji(emoji);
  return characters === undefined ? null : h('span', { class: 'emoji', 'aria-hidden': 'true' }, characters);
}
