import type { Block, Code, RichDocument } from '#rich-document';
import { textOfCode } from '../code/pieces.js';
import { classes, h, type Element } from '../element.js';
import { childrenOf } from '../ids.js';
import type { Sheet } from '../sheet.js';
import { drawCode } from './code.js';

/** What the language of diagrams is called, which is the name of a diagram without a title. */
const NAME = 'Mermaid';

const isDiagram = (block: Block): block is Code =>
  block.type === 'code' && block.data.syntax?.toLowerCase() === NAME.toLowerCase();

/** The texts of the diagrams in a document, which are drawn before it. */
export function diagramsIn({ nodes }: RichDocument): string[] {
  const found = new Set<string>();
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (isDiagram(block)) found.add(textOfCode(block));
      walk(childrenOf(block));
    }
  };
  walk(nodes);
  return [...found];
}

/** A diagram as a picture, with its text below for those who do not see it; undefined for other code. */
export function drawDiagram(sheet: Sheet, block: Code): Element | undefined {
  const pictures = isDiagram(block) ? sheet.context.diagram?.(textOfCode(block)) : undefined;
  if (!pictures) return undefined;
  const { title, fullWidth } = block.data;
  const name = title === undefined || title === '' ? NAME : title;
  const { width, height } = pictures;
  sheet.spend(pictures.light + pictures.dark);
  const picture = (theme: 'light' | 'dark'): Element =>
    h('img', { src: pictures[theme], class: theme, alt: name, width, height, loading: 'lazy', decoding: 'async' });
  const { title: _, ...untitled } = block.data;
  return h(
    'figure',
    { class: classes('diagram', fullWidth && 'wide') },
    picture('light'),
    picture('dark'),
    h('details', null, h('summary', null, name), drawCode(sheet, { ...block, data: untitled })),
  );
}
