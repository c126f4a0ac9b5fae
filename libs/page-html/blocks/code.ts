import type { Code, CodeLine, Text } from '#rich-document';
import { classes, h, type Child, type Element } from '../element.js';
import { highlight, type Token } from '../code/highlight.js';
import { Cutter, textOfCode } from '../code/pieces.js';
import { drawMark } from '../inlines/annotation.js';
import type { Sheet } from '../sheet.js';

/** Lines that a code shows until it is opened, unless it says how many. */
const COLLAPSED = 10;

/** A block of code. Line numbers are counted by the style sheet; a line is an element only where that is needed. */
export function drawCode(sheet: Sheet, block: Code): Element {
  const { syntax, title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount } = block.data;
  const cutter = new Cutter(tokensOf(sheet, block));
  const folded = expandable === true ? Math.max(1, collapsedLineCount ?? COLLAPSED) : Infinity;
  const folds = block.nodes.length > folded;
  const inElements = lineNumbers === true || folds || block.nodes.some(({ data }) => data.highlighted === true);
  const lines = block.nodes.map((line, index): Child => {
    if (index > 0) cutter.breakLine();
    const content = drawLine(sheet, line, cutter);
    const end = index < block.nodes.length - 1 && '\n';
    if (!inElements) return [content, end];
    return h('span', { class: classes('l', line.data.highlighted && 'on', index >= folded && 'more') }, content, end);
  });
  const name = classes('code', overflow === 'wrap' && 'wrap', lineNumbers && 'numbered', fullWidth && 'wide');
  const heading = title !== undefined && title !== '' ? title : undefined;
  return h(
    'div',
    { class: name, 'data-syntax': syntax === undefined || syntax === '' ? undefined : syntax },
    heading !== undefined && h('div', { class: 'title' }, heading),
    h('button', { type: 'button', class: 'copy', hidden: true }, sheet.words.copy),
    folds && drawUnfold(sheet),
    // What scrolls must be reachable by the keyboard.
    h('pre', { tabindex: overflow === 'wrap' ? undefined : 0 }, h('code', null, ...lines)),
  );
}

/** A checkbox that the style sheet shows the other lines with. */
function drawUnfold(sheet: Sheet): Child {
  const id = sheet.ids.take('lines');
  return [
    h('input', { type: 'checkbox', id, class: 'unfold' }),
    h('label', { for: id, class: 'unfold-label' }, sheet.words.showAll),
  ];
}

function tokensOf(sheet: Sheet, block: Code): Token[] {
  const { syntax } = block.data;
  if (syntax === undefined || syntax === '') return [];
  const text = textOfCode(block);
  return sheet.mayHighlight(text.length) ? highlight(text, syntax) : [];
}

function drawLine(sheet: Sheet, line: CodeLine, cutter: Cutter): Child {
  const cut = (nodes: readonly Text[]): Child[] =>
    nodes.flatMap(({ leaves }) =>
      leaves.flatMap(({ text }) => {
        sheet.spend(text);
        return cutter.cut(text);
      }),
    );
  return line.nodes.map((node): Child => {
    if (node.object === 'text') return cut([node]);
    if (node.type === 'annotation') return drawMark(sheet, node, cut(node.nodes));
    sheet.spend(node.data.expression);
    return h('span', { class: 'expression' }, node.data.expression);
  });
}
