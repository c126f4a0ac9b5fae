import { codeLine, image as imageNode, paragraph } from '../build.js';
import type {
  Block,
  Code,
  CodeLine,
  Expandable,
  Image,
  InlineNode,
  List,
  Paragraph,
  RichDocument,
  Text,
} from '../model.js';
import { HEADING_ID } from '../schema.js';
import { inlineText } from '../text.js';
import { normalizeInlines } from './inlines.js';
import { normalizeTable } from './table.js';
import { cleanData, cleanJson, cleanRef, cleanText, cleanUrl } from './values.js';

const MAX_START = 900_000_000;

/** The one form among documents that say the same; every parsed and validated document is in it. Nothing given is changed. */
export function normalizeDocument(document: RichDocument): RichDocument {
  return { ...document, nodes: list(document.nodes, false) };
}

/** The same, with the top-level blocks of `document` that say nothing and are left out. */
export function normalizeParsed(document: RichDocument): { document: RichDocument; dropped: ReadonlySet<Block> } {
  const dropped = new Set<Block>();
  const nodes = document.nodes.flatMap((block) => {
    const made = normalizeBlock(block, false);
    if (made === undefined) dropped.add(block);
    return made ?? [];
  });
  return { document: { ...document, nodes }, dropped };
}

function list(blocks: readonly Block[], insideAnnotation: boolean): Block[] {
  const out: Block[] = [];
  for (const block of blocks) {
    const made = normalizeBlock(block, insideAnnotation);
    if (made !== undefined) out.push(made);
  }
  return out;
}

const filled = (blocks: Block[]): Block[] => (blocks.length === 0 ? [paragraph([])] : blocks);
const line = (nodes: InlineNode[], insideAnnotation: boolean, isCode = false): InlineNode[] =>
  normalizeInlines(nodes, { body: (blocks) => filled(list(blocks, true)), isCode, insideAnnotation });

function normalizeBlock(block: Block, inside: boolean): Block | undefined {
  switch (block.type) {
    case 'paragraph': {
      const nodes = line(block.nodes, inside);
      return nodes === block.nodes ? block : { ...block, nodes };
    }
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const { id, ...rest } = block.data;
      const data = id !== undefined && !HEADING_ID.test(id) ? withId(rest, id) : block.data;
      return { ...block, data, nodes: line(block.nodes, inside) };
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return normalizeList(block, inside);
    case 'code':
      return normalizeCode(block, inside);
    case 'images': {
      const nodes = block.nodes.map((image) => normalizeImage(image, inside));
      return nodes.length === 0 ? undefined : { ...block, data: cleanData(block.data), nodes };
    }
    case 'image':
      return normalizeImage(block, inside);
    case 'expandable':
      return normalizeExpandable(block, inside);
    case 'table':
      return normalizeTable(block, (blocks) => list(blocks, inside));
    case 'tabs':
    case 'stepper':
    case 'columns':
    case 'updates': {
      const nodes = list(block.nodes, inside);
      return nodes.length === 0 ? undefined : ({ ...block, data: cleanData<object>(block.data), nodes } as Block);
    }
    case 'update': {
      const { tags, date, ...rest } = block.data;
      const kept = tags === undefined || tags.length === 0 ? {} : { tags: tags.map(cleanRef) };
      return {
        ...block,
        data: { ...rest, date: new Date(date).toISOString(), ...kept },
        nodes: filled(list(block.nodes, inside)),
      };
    }
    case 'prompt': {
      const { openInAIProviders, ...rest } = block.data;
      const isNone = openInAIProviders === undefined || openInAIProviders === '';
      const providers = isNone ? {} : { openInAIProviders: cleanJson(openInAIProviders) };
      return {
        ...block,
        data: { ...cleanData(rest, ['description']), ...providers },
        nodes: block.nodes.map((code) => normalizeCode(code, inside)),
      };
    }
    case 'integration': {
      const { props, action, ...rest } = block.data;
      const cleanAction = action === undefined ? {} : { action: cleanJson(action) };
      return {
        ...block,
        data: { ...cleanData(rest), props: cleanJson(props) as Record<string, unknown>, ...cleanAction },
      };
    }
    case 'embed':
      return { ...block, data: { ...block.data, url: cleanUrl(block.data.url) } };
    case 'math':
      return { ...block, data: { ...block.data, formula: cleanText(block.data.formula) } };
    case 'if':
      return {
        ...block,
        data: { expression: cleanText(block.data.expression).trim() },
        nodes: filled(list(block.nodes, inside)),
      };
    default:
      return normalizeOther(block, inside);
  }
}

const KEEP = ['path', 'method', 'name'];

function normalizeOther(block: Block, inside: boolean): Block {
  if ('nodes' in block) {
    return {
      ...block,
      data: cleanData<object>(block.data),
      nodes: filled(list(block.nodes as Block[], inside)),
    } as Block;
  }
  if (block.type === 'openapi-schemas') {
    return { ...block, data: { ...cleanData(block.data), schemas: block.data.schemas.map(cleanText) } };
  }
  const data = cleanData<object>(block.data, KEEP);
  return data === block.data ? block : ({ ...block, data } as Block);
}

/** An id that is no anchor is made one as far as its letters allow. */
function withId<Data extends object>(rest: Data, id: string): Data & { id?: string } {
  const plain = id
    .toLowerCase()
    .replace(/[^-a-z0-9.+_]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? rest : { ...rest, id: plain };
}

function normalizeList(block: List, inside: boolean): Block | undefined {
  if (block.nodes.length === 0) return undefined;
  const isTasks = block.type === 'list-tasks';
  const nodes = block.nodes.map((item) => ({
    ...item,
    data: isTasks ? { checked: item.data.checked === true } : {},
    nodes: filled(list(item.nodes, inside)),
  }));
  const start = block.type === 'list-ordered' ? block.data.start : undefined;
  const keepsStart = start !== undefined && Number.isInteger(start) && start >= 0 && start <= MAX_START && start !== 1;
  return { ...block, data: keepsStart ? { start } : {}, nodes } as Block;
}

function normalizeImage(image: Image, inside: boolean): Image {
  const caption = list(
    image.fragments.flatMap(({ nodes }) => nodes),
    inside,
  ) as Paragraph[];
  const isEmpty = caption.every(({ nodes }) => nodes.length === 0);
  const key = image.fragments[0]?.key;
  const made = imageNode(cleanData(image.data), isEmpty ? [] : caption);
  if (key !== undefined && made.fragments[0] !== undefined) made.fragments[0].key = key;
  return { ...image, ...made };
}

function normalizeExpandable(block: Expandable, inside: boolean): Expandable {
  const [title, body] = block.fragments;
  return {
    ...block,
    data: block.data.defaultExpanded === true ? { defaultExpanded: true } : {},
    fragments: [
      { ...title, fragment: 'expandable-title', type: 'expandable-title', nodes: titleOf(list(title.nodes, inside)) },
      { ...body, fragment: 'expandable-body', type: 'expandable-body', nodes: filled(list(body.nodes, inside)) },
    ],
  };
}

/** The title is written in an element without alignment. */
const titleOf = (blocks: Block[]): Block[] =>
  filled(blocks.slice(0, 1)).map((block) => (block.type === 'paragraph' ? { ...block, data: {} } : block));

function normalizeCode(code: Code, inside: boolean): Code {
  const { syntax, ...rest } = code.data;
  const word = syntax === undefined ? undefined : /^[^\s{`]+/.exec(cleanText(syntax).trim())?.[0];
  const nodes = code.nodes.flatMap((codeLineNode) => normalizeLine(codeLineNode, inside));
  return {
    ...code,
    data: { ...cleanData(rest), ...(word === undefined ? {} : { syntax: word }) },
    nodes: nodes.length === 0 ? [codeLine([])] : nodes,
  };
}

/** A line of code is one line: its line feeds start new ones. */
function normalizeLine(block: CodeLine, inside: boolean): CodeLine[] {
  const nodes = line(block.nodes, inside, true).map((node) =>
    node.object === 'text' || node.type === 'annotation' || node.type === 'expression'
      ? node
      : { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: inlineText(node), marks: [] }] },
  );
  const data: CodeLine['data'] = block.data.highlighted === true ? { highlighted: true } : {};
  if (!nodes.some((node) => node.object === 'text' && inlineText(node).includes('\n')))
    return [{ ...block, data, nodes: joined(nodes) }];
  const lines: CodeLine['nodes'][] = [[]];
  for (const node of nodes) {
    if (node.object !== 'text') {
      lines.at(-1)?.push(node);
      continue;
    }
    inlineText(node)
      .split('\n')
      .forEach((text, index) => {
        if (index > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] });
      });
  }
  return lines.map((own, index) =>
    index === 0 ? { ...block, data, nodes: own } : codeLine(own, data.highlighted === true),
  );
}

/** Texts side by side are one text of one leaf. */
function joined(nodes: CodeLine['nodes']): CodeLine['nodes'] {
  if (nodes.length < 2) return nodes;
  const out: CodeLine['nodes'] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.object === 'text' && last?.object === 'text') {
      out[out.length - 1] = {
        object: 'text',
        leaves: [{ object: 'leaf', text: textOf(last) + textOf(node), marks: [] }],
      };
    } else out.push(node);
  }
  return out;
}
const textOf = (text: Text): string => inlineText(text);
