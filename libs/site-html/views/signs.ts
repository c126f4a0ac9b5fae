import { classes, h, type Child, type Element } from '#page-html';
import { readEmoji } from '#rich-document';
import type { Desk } from './desk.js';

/** The signs of the interface: lines in a square of 24 by 24, drawn with a stroke. */
const SIGNS = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  system: 'M3 5h18v11H3zM9 20h6M12 16v4',
  language: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  version: 'M6 3v12M6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 9a9 9 0 0 1-9 9',
  down: 'M6 9l6 6 6-6',
  next: 'M9 5l7 7-7 7',
  previous: 'M15 5l-7 7 7 7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  markdown: 'M3 6h18v12H3zM6 15V9l3 3 3-3v6M17 9v6M15 13l2 2 2-2',
  ask: 'M4 5h16v11H11l-4 4v-4H4zM9.5 9.2a2.5 2 0 1 1 3.2 2l-.7.9M12 13.9h.01',
  assistant: 'M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 16v5M16.5 18.5h5',
  mcp: 'M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  pdf: 'M12 3v12M7 11l5 5 5-5M5 20h14',
  bad: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 16c2-2.6 6-2.6 8 0M9 9.5h.01M15 9.5h.01',
  ok: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 15h7M9 9.5h.01M15 9.5h.01',
  good: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 14c2 2.6 6 2.6 8 0M9 9.5h.01M15 9.5h.01',
} as const;

export type Sign = keyof typeof SIGNS;

/** A sign of the interface. It says nothing to a screen reader: what it is on has a name. */
export const sign = (name: Sign): Element =>
  h('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: SIGNS[name] }));

/** An icon that a site names; nothing for one that does not exist. */
export function icon(desk: Desk, name: string | undefined): Child {
  const shared = name === undefined ? undefined : desk.shared(name);
  if (shared !== undefined) return h('svg', { class: 'icon', 'aria-hidden': 'true' }, h('use', { href: shared }));
  const shape = name === undefined || name === '' ? undefined : desk.icon(name);
  return (
    shape && h('svg', { class: 'icon', viewBox: shape.viewBox, 'aria-hidden': 'true' }, h('path', { d: shape.path }))
  );
}

/** An emoji, or else an icon. */
export function emojiOrIcon(desk: Desk, of: { emoji?: string | undefined; icon?: string | undefined }): Child {
  const characters = of.emoji === undefined ? undefined : readEmoji(of.emoji);
  if (characters === undefined) return icon(desk, of.icon);
  return h('span', { class: 'emoji', 'aria-hidden': 'true' }, characters);
}

/** Words for screen readers only. */
export const said = (words: string): Element => h('span', { class: 'sr' }, words);

/** A button of a sign, with its name. */
export const iconButton = (
  name: string,
  of: Sign,
  attributes: { class?: string; [name: string]: string | undefined },
): Element =>
  h(
    'button',
    { type: 'button', ...attributes, class: classes('plain', attributes.class), 'aria-label': name },
    sign(of),
  );
