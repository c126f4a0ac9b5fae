import { emojiText } from './emoji.js';
import type { Block, InlineNode, RichDocument } from './model.js';
import { isHeading } from './model.js';

/** The words a reader sees in an inline; nothing for images without `alt` and for mentions. */
export function inlineText(node: InlineNode): string {
  if (node.object === 'text') {
    let text = '';
    for (const leaf of node.leaves) text += leaf.text;
    return text;
  }
  switch (node.type) {
    case 'link':
    case 'annotation':
      return inlinesText(node.nodes);
    case 'emoji':
      return emojiText(node.data.code);
    case 'expression':
      return node.data.expression;
    case 'inline-math':
      return node.data.formula;
    case 'inline-image':
      return node.data.alt ?? '';
    case 'button':
      return node.data.label;
    default:
      return '';
  }
}

export function inlinesText(nodes: readonly InlineNode[]): string {
  let text = '';
  for (const node of nodes) text += inlineText(node);
  return text;
}

/** The annotations' bodies, which are separate from the annotated line. */
function annotationBodies(nodes: readonly InlineNode[], lines: string[]): void {
  for (const node of nodes) {
    if (node.object === 'inline' && node.type === 'annotation') collect(node.fragments[0].nodes, lines);
  }
}

function collect(blocks: readonly Block[], lines: string[]): void {
  for (const block of blocks) collectBlock(block, lines);
}

function collectBlock(block: Block, lines: string[]): void {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      push(lines, inlinesText(block.nodes));
      annotationBodies(block.nodes, lines);
      return;
    case 'math':
      return push(lines, block.data.formula);
    case 'image':
      push(lines, block.data.alt);
      break;
    case 'tabs-item':
      push(lines, block.data.title);
      break;
    case 'prompt':
      push(lines, block.data.description);
      break;
    case 'code':
      push(lines, block.data.title);
      break;
    case 'table':
      return collectTable(block, lines);
    default:
  }
  if ('fragments' in block) for (const fragment of block.fragments) collect(fragment.nodes, lines);
  else if ('nodes' in block) collect(block.nodes, lines);
}

function collectTable(block: Extract<Block, { type: 'table' }>, lines: string[]): void {
  const { definition, records } = block.data;
  for (const column of Object.values(definition)) push(lines, column.title);
  for (const fragment of block.fragments) collect(fragment.nodes, lines);
  for (const record of Object.values(records)) {
    for (const [id, value] of Object.entries(record.values)) {
      const column = definition[id];
      if (column?.type === 'select' && Array.isArray(value)) {
        for (const chosen of value) push(lines, column.options.find((option) => option.value === chosen)?.label);
      } else if ((column?.type === 'number' || column?.type === 'rating') && typeof value === 'number') {
        push(lines, String(value));
      }
    }
  }
}

function push(lines: string[], text: string | undefined): void {
  if (text !== undefined && text !== '') lines.push(text);
}

/** The document's words, one line per paragraph, heading or line of code. */
export function plainText(document: RichDocument): string {
  const lines: string[] = [];
  collect(document.nodes, lines);
  return lines.join('\n');
}

export interface SearchSection {
  /** The heading's anchor; null for the text before the first heading. */
  anchor: string | null;
  heading: string | null;
  /** 1 to 3; 0 before the first heading. */
  level: number;
  key: string | null;
  text: string;
}

/**
 * What search indexes: the text before the first top-level heading, if there is any, then one entry per heading.
 * `texts`: what blocks say that have no words of their own.
 */
export function searchSections(document: RichDocument, texts?: ReadonlyMap<Block, string>): SearchSection[] {
  const sections: SearchSection[] = [];
  let section: SearchSection = { anchor: null, heading: null, level: 0, key: null, text: '' };
  let lines: string[] = [];
  const end = (): void => {
    section.text = lines.join('\n');
    if (section.heading !== null || section.text !== '') sections.push(section);
    lines = [];
  };
  for (const block of document.nodes) {
    if (isHeading(block)) {
      end();
      const heading = inlinesText(block.nodes).trim();
      section = {
        anchor: block.meta?.id ?? null,
        heading,
        level: Number(block.type.slice(-1)),
        key: block.key ?? null,
        text: '',
      };
      annotationBodies(block.nodes, lines);
    } else {
      push(lines, texts?.get(block));
      collectBlock(block, lines);
    }
  }
  end();
  return sections;
}
