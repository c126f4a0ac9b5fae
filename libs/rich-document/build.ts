import type { ContentRef } from './content-ref.js';
import type {
  Annotation,
  Block,
  CodeLine,
  Expandable,
  Fragment,
  Image,
  InlineNode,
  Leaf,
  Mark,
  Paragraph,
  Text,
} from './model.js';

export const NO_MARKS: readonly Mark[] = [];

export const leaf = (text: string, marks: readonly Mark[] = NO_MARKS): Leaf => ({ object: 'leaf', text, marks });
export const textNode = (text: string, marks?: readonly Mark[]): Text => ({
  object: 'text',
  leaves: [leaf(text, marks)],
});
export const paragraph = (nodes: InlineNode[], data: Paragraph['data'] = {}): Paragraph => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data,
  nodes,
});
export const fragment = <Name extends string>(type: Name, nodes: Block[]): Fragment<Name> => ({
  object: 'fragment',
  fragment: type,
  type,
  nodes,
});
export const urlRef = (url: string): ContentRef => ({ kind: 'url', url });
export const codeLine = (nodes: CodeLine['nodes'], highlighted = false): CodeLine => ({
  object: 'block',
  type: 'code-line',
  isVoid: false,
  data: highlighted ? { highlighted: true } : {},
  nodes,
});
export const plainCodeLines = (content: string): CodeLine[] =>
  content.split('\n').map((line) => codeLine(line === '' ? [] : [textNode(line)]));
export const image = (data: Image['data'], caption: Block[]): Image => ({
  object: 'block',
  type: 'image',
  isVoid: true,
  data,
  fragments: caption.length === 0 ? [] : [fragment('caption', caption)],
});
export const expandable = (title: InlineNode[], body: Block[], open: boolean): Expandable => ({
  object: 'block',
  type: 'expandable',
  isVoid: true,
  data: open ? { defaultExpanded: true } : {},
  fragments: [
    fragment('expandable-title', [paragraph(title)]),
    fragment('expandable-body', body.length === 0 ? [paragraph([])] : body),
  ],
});
export const annotation = (nodes: Text[], body: Block[]): Annotation => ({
  object: 'inline',
  type: 'annotation',
  isVoid: false,
  data: {},
  nodes,
  fragments: [fragment('annotation-body', body.length === 0 ? [paragraph([])] : body)],
});
