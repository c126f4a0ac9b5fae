import type { Leaf, Marker, Text } from '#rich-document';
import { classes, h, type Child } from '../element.js';
import type { Sheet } from '../sheet.js';
import { colorClass } from './signs.js';

const ELEMENTS: Record<Marker, string> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  keyboard: 'kbd',
  strikethrough: 's',
  superscript: 'sup',
  subscript: 'sub',
};

export const drawText = (sheet: Sheet, { leaves }: Text): Child => leaves.map((leaf) => drawLeaf(sheet, leaf));

/** The first mark is the outermost element. */
function drawLeaf(sheet: Sheet, { text, marks }: Leaf): Child {
  sheet.spend(text);
  return [...marks].reverse().reduce<Child>((content, mark) => {
    if (mark.type !== 'color') return h(ELEMENTS[mark.type], null, content);
    const name = classes(colorClass(mark.data.text), colorClass(mark.data.background, 'bg'));
    return name === undefined ? content : h('span', { class: name }, content);
  }, withBreaks(text));
}

/** Text with its line breaks. */
function withBreaks(text: string): Child {
  if (!text.includes('\n')) return text;
  return text.split('\n').map((line, index) => (index === 0 ? line : [h('br', null), line]));
}
