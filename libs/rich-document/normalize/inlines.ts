import { NO_MARKS } from '../build.js';
import { emojiText } from '../emoji.js';
import { sameMarks, sortMarks } from '../marks.js';
import type { Annotation, Block, Inline, InlineImage, InlineNode, Leaf, Link, Mark, Text } from '../model.js';
import { inlineText } from '../text.js';
import { cleanData, cleanText } from './values.js';

/** The rules of a line's surroundings for its content. */
export interface LineRules {
  /** Turns the blocks of an annotation's body into normal form. */
  body: (blocks: Block[]) => Block[];
  isCode: boolean;
  insideAnnotation: boolean;
}

/** A line in normal form: adjacent texts are one, no leaf is empty, adjacent leaves differ in their marks. */
export function normalizeInlines(nodes: InlineNode[], rules: LineRules): InlineNode[] {
  if (isPlain(nodes)) return nodes;
  const out: InlineNode[] = [];
  for (const node of nodes) {
    if (node.object === 'text') addText(out, node, rules.isCode);
    else
      for (const made of normalizeInline(node, rules)) {
        if (made.object === 'text') addText(out, made, rules.isCode);
        else out.push(made);
      }
  }
  return out;
}

/**
 * The common case, checked without allocation: at most one text, with one leaf without marks and special characters.
 */
function isPlain(nodes: InlineNode[]): boolean {
  if (nodes.length === 0) return true;
  const [only] = nodes;
  if (nodes.length > 1 || only?.object !== 'text' || only.leaves.length !== 1) return false;
  const leaf = only.leaves[0] as Leaf;
  return leaf.text !== '' && leaf.marks.length === 0 && cleanText(leaf.text) === leaf.text;
}

function addText(out: InlineNode[], { leaves }: Text, isCode: boolean): void {
  for (const leaf of leaves) {
    const text = cleanText(leaf.text);
    if (text === '') continue;
    const marks = isCode ? NO_MARKS : normalMarks(leaf.marks);
    const last = out.at(-1);
    if (last?.object !== 'text') {
      out.push({ object: 'text', leaves: [{ object: 'leaf', text, marks }] });
      continue;
    }
    const tail = last.leaves.at(-1) as Leaf;
    if (sameMarks(tail.marks, marks)) last.leaves[last.leaves.length - 1] = { ...tail, text: tail.text + text };
    else last.leaves.push({ object: 'leaf', text, marks });
  }
}

const isNothing = (mark: Mark): boolean =>
  mark.type === 'color' && mark.data.text === 'default' && mark.data.background === 'default';
const normalMarks = (marks: readonly Mark[]): readonly Mark[] =>
  marks.length === 0 ? NO_MARKS : sortMarks(marks.some(isNothing) ? marks.filter((mark) => !isNothing(mark)) : marks);

function normalizeInline(node: Inline, rules: LineRules): InlineNode[] {
  switch (node.type) {
    case 'link':
      return normalizeLink(node);
    case 'annotation':
      return normalizeAnnotation(node, rules);
    case 'expression': {
      const expression = cleanText(node.data.expression);
      return expression === '' ? [] : [{ ...node, data: { ...node.data, expression } }];
    }
    case 'inline-math': {
      const formula = cleanText(node.data.formula).replace(/\s+/g, ' ').trim();
      return formula === '' ? [] : [{ ...node, data: { ...node.data, formula } }];
    }
    case 'button': {
      const label = cleanText(node.data.label).replace(/\s+/g, ' ').trim();
      return [{ ...node, data: cleanData({ ...node.data, label }, ['label']) }];
    }
    case 'emoji':
      return [{ ...node, data: { ...node.data, code: node.data.code.toLowerCase() } }];
    case 'icon': {
      const icon = cleanText(node.data.icon).trim().replace(/\s+/g, '-');
      return icon === '' ? [] : [{ ...node, data: cleanData({ ...node.data, icon }) }];
    }
    case 'inline-image':
    case 'mention':
      return [{ ...node, data: cleanData<object>(node.data) } as Inline];
  }
}

/** A link contains texts and images, at least one, and is not nested in another link. */
function normalizeLink(link: Link): InlineNode[] {
  const nodes: InlineNode[] = [];
  for (const child of link.nodes as InlineNode[]) {
    if (child.object === 'text') addText(nodes, child, false);
    else if (child.type === 'inline-image') nodes.push({ ...child, data: cleanData(child.data) });
    else addText(nodes, { object: 'text', leaves: [{ object: 'leaf', text: wordsOf(child), marks: NO_MARKS }] }, false);
  }
  if (nodes.length === 0) return [];
  return [{ ...link, data: cleanData(link.data), nodes: nodes as (Text | InlineImage)[] }];
}
const wordsOf = (node: Inline): string => (node.type === 'emoji' ? emojiText(node.data.code) : inlineText(node));

const oneLine = (text: string, isCode: boolean): string => (isCode ? text.replace(/\s*\n\s*/g, ' ') : text);

/** An annotation inside an annotation's body gives way to its words. */
function normalizeAnnotation(node: Annotation, rules: LineRules): InlineNode[] {
  const nodes: InlineNode[] = [];
  for (const child of node.nodes as InlineNode[]) {
    const text: Text =
      child.object === 'text' && !rules.isCode
        ? child
        : {
            object: 'text',
            leaves: [{ object: 'leaf', text: oneLine(inlineText(child), rules.isCode), marks: NO_MARKS }],
          };
    addText(nodes, text, rules.isCode);
  }
  if (rules.insideAnnotation) return nodes;
  const [body] = node.fragments;
  return [
    {
      ...node,
      data: {},
      nodes: nodes as Text[],
      fragments: [{ ...body, fragment: 'annotation-body', type: 'annotation-body', nodes: rules.body(body.nodes) }],
    },
  ];
}
