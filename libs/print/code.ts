import type { Code, CodeLine } from '#rich-document';
import type { Desk } from './desk.js';
import { setInlines, setText } from './inlines.js';
import { box, CODE_SIZE, GAP, INK, type Content } from './style.js';

const HIGHLIGHT = '#fff4cc';
const TITLE_FILL = '#e6eaee';
const TAB = '    ';

/** Code in a grey box, one line of it a line of text, which wraps where it is too long. */
export function setCode(desk: Desk, { data, nodes }: Code, width: number): Content[] {
  const head = data.title === undefined || data.title === '' ? [] : [titleOf(desk, data.title)];
  const isPlain = data.lineNumbers !== true && !nodes.some((line) => line.data.highlighted === true);
  if (isPlain) {
    const lines = nodes.map((line) => lineOf(desk, line));
    return [...head, joined(box(lines, { fill: INK.faint, padding: 8 }), head.length > 0)];
  }
  // With what pads the two columns they are as wide as the rest.
  const numbers = 6 + String(nodes.length).length * 5.2;
  const body = nodes.map((line, at) => {
    const fillColor = line.data.highlighted === true ? HIGHLIGHT : INK.faint;
    const number = data.lineNumbers === true ? String(at + 1) : ' ';
    return [
      { text: number, font: 'Mono', fontSize: CODE_SIZE, color: INK.grey, alignment: 'right', fillColor },
      { ...lineOf(desk, line), fillColor },
    ];
  });
  const none = () => 0;
  const table = {
    table: { widths: [numbers, width - 28 - numbers], body },
    layout: {
      ...{ hLineWidth: none, vLineWidth: none, paddingLeft: () => 8, paddingRight: () => 6 },
      paddingTop: (at: number) => (at === 0 ? 6 : 0.5),
      paddingBottom: (at: number) => (at === body.length - 1 ? 6 : 0.5),
    },
    margin: [0, 2, 0, GAP + 2],
  };
  return [...head, joined(table, head.length > 0)];
}

function titleOf(desk: Desk, title: string): Content {
  const words = setText(desk, title, { bold: true, fontSize: CODE_SIZE, color: INK.grey }, { breakable: true });
  return { ...box([{ text: words }], { fill: TITLE_FILL, padding: 5 }), margin: [0, 2, 0, 0] };
}

/** Without the space above, if there is a title. */
function joined(content: Content, titled: boolean): Content {
  return titled ? { ...content, margin: [0, 0, 0, GAP + 2] } : content;
}

/** White space at its beginning stays, since it means something. */
function lineOf(desk: Desk, line: CodeLine): Content {
  const nodes = line.nodes.map((node) =>
    node.object === 'text'
      ? { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: leaf.text.replaceAll('\t', TAB) })) }
      : node,
  );
  const words = setInlines(desk, nodes, { base: 'Mono', style: { fontSize: CODE_SIZE }, breakable: false });
  return { text: words, preserveLeadingSpaces: true, lineHeight: 1.02, direction: 'ltr' };
}
