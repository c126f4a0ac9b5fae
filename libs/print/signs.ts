import type { Desk } from './desk.js';
import { setText } from './inlines.js';
import { INK, type Content } from './style.js';

/** A sign on a disc. */
export function badge(desk: Desk, sign: string, color: string): Content {
  const text = setText(desk, sign, { color: '#ffffff', bold: true, fontSize: 8 });
  return {
    stack: [
      { canvas: [{ type: 'ellipse', x: 7.5, y: 7.5, r1: 7.5, r2: 7.5, color }] },
      { text, alignment: 'center', relativePosition: ON_DISC },
    ],
  };
}

const ON_DISC = { x: -0.5, y: -13.4 };

/** A title above a block; nothing if it is empty. */
export function title(desk: Desk, words: string, color = INK.dark): Content[] {
  if (words === '') return [];
  return [{ text: setText(desk, words, { bold: true, color }, { breakable: true }), margin: [0, 0, 0, 5] }];
}
