import { anchorInPlace } from '../keys/anchors.js';
import { keyInPlace } from '../keys/keys.js';
import type { Block, BlockType, Fragment, InlineType, RichDocument } from '../model.js';
import { normalizeDocument } from '../normalize/document.js';
import {
  BLOCK_TYPES,
  BRANCHES,
  CHILDREN,
  FLOW_PARENTS,
  FRAGMENT_CHILDREN,
  INLINE_TYPES,
  INLINES_INSIDE,
  MARK_ORDER,
  MAX_DEPTH,
  TEXT_BLOCKS,
  TOP_LEVEL,
  VOID_BLOCKS,
} from '../schema.js';
import { blockData, inlineData, markColor } from './data.js';
import { fail, listAt, objectAt, stringAt } from './reader.js';
import type { Json } from './reader.js';

const MAX_NODES = 200_000;
const TOP = new Set<BlockType>(TOP_LEVEL);
const MARKS: ReadonlySet<string> = new Set(MARK_ORDER.filter((type) => type !== 'color'));

export interface ValidateOptions {
  /**
   * `tables` (the default) allows the published nesting of blocks; `markdown` also allows the nesting of pages written
   * in Markdown, so that a document that was read can be sent back.
   */
  nesting?: 'tables' | 'markdown';
}

/**
 * Checks a document that a caller sent and gives it in normal form, with anchors and keys. Unknown members are dropped,
 * those under the document's `data` are kept. Throws `DocumentInvalid`.
 */
export function validateDocument(value: unknown, options: ValidateOptions = {}): RichDocument {
  const source = objectAt(value, '');
  if (source['object'] !== 'document') fail('object', 'must be "document"');
  const data = source['data'] === undefined ? {} : objectAt(source['data'], 'data');
  const version = data['schemaVersion'];
  if (version !== undefined && !Number.isInteger(version)) fail('data.schemaVersion', 'must be an integer');
  const checker = new Checker(options.nesting === 'markdown');
  const nodes = checker.blocks(source['nodes'], 'nodes', TOP, 'a document', 0);
  const document = normalizeDocument({ object: 'document', data: data, nodes });
  anchorInPlace(document);
  keyInPlace(document.nodes);
  return document;
}

class Checker {
  private count = 0;
  private openBodies = 0;

  constructor(private readonly lenient: boolean) {}

  blocks(value: unknown, path: string, allowed: ReadonlySet<BlockType>, parent: string, depth: number): Block[] {
    return listAt(value, path).map((child, index) => this.block(child, `${path}[${index}]`, allowed, parent, depth));
  }

  private step(path: string, depth: number): void {
    if (++this.count > MAX_NODES) fail(path, `is past the ${MAX_NODES} nodes a document may have`);
    if (depth > MAX_DEPTH) fail(path, `is nested deeper than ${MAX_DEPTH}`);
  }

  private block(value: unknown, path: string, allowed: ReadonlySet<BlockType>, parent: string, depth: number): Block {
    this.step(path, depth);
    const source = objectAt(value, path);
    if (source['object'] !== 'block') fail(`${path}.object`, 'must be "block"');
    const type = source['type'];
    if (typeof type !== 'string' || !BLOCK_TYPES.has(type)) fail(`${path}.type`, 'must be a type of block');
    const block = type as BlockType;
    if (!allowed.has(block) && !(this.lenient && FLOW_PARENTS.has(parent) && TOP.has(block))) {
      fail(`${path}.type`, `${type} may not stand in ${parent}`);
    }
    if (depth === MAX_DEPTH && BRANCHES.has(block)) fail(path, `is nested deeper than ${MAX_DEPTH}`);
    const isVoid = VOID_BLOCKS.has(type);
    this.voidness(source, isVoid, path);
    const data = blockData(block, source['data'], `${path}.data`);
    const base = { object: 'block', type, ...keyOf(source, path), isVoid, data };
    if (isVoid) return { ...base, ...this.fragmentsOf(source, block, path, depth) } as unknown as Block;
    if (source['fragments'] !== undefined) fail(`${path}.fragments`, `is not for ${type}`);
    const nodes = TEXT_BLOCKS.has(type)
      ? this.inlines(source['nodes'], `${path}.nodes`, block, depth)
      : this.blocks(
          source['nodes'],
          `${path}.nodes`,
          CHILDREN[block] ?? new Set(),
          type,
          FLOW_PARENTS.has(type) ? depth + 1 : depth,
        );
    if (type === 'prompt' && nodes.length !== 1) fail(`${path}.nodes`, 'must be exactly one code block');
    return { ...base, nodes } as unknown as Block;
  }

  private voidness(source: Json, isVoid: boolean, path: string): void {
    const given = source['isVoid'];
    if (given !== undefined && given !== isVoid) fail(`${path}.isVoid`, `must be ${isVoid}`);
    const { nodes } = source;
    if (isVoid && nodes !== undefined && !(Array.isArray(nodes) && nodes.length === 0))
      fail(`${path}.nodes`, 'a void node has none');
    if (!isVoid && nodes === undefined) fail(`${path}.nodes`, 'is required');
  }

  private fragmentsOf(source: Json, type: BlockType, path: string, depth: number): { fragments?: Fragment[] } {
    const at = `${path}.fragments`;
    if (type !== 'image' && type !== 'expandable' && type !== 'table') {
      if (Array.isArray(source['fragments']) && source['fragments'].length === 0) return {};
      if (source['fragments'] !== undefined) fail(at, `is not for ${type}`);
      return {};
    }
    const given = listAt(source['fragments'] ?? [], at);
    if (type === 'table')
      return { fragments: given.map((item, index) => this.fragment(item, `${at}[${index}]`, 'cell', depth)) };
    if (type === 'image')
      return { fragments: given.map((item, index) => this.fragment(item, `${at}[${index}]`, 'caption', depth)) };
    const parts = (['expandable-title', 'expandable-body'] as const).map((role) => {
      const found = given.filter((item) => roleOf(item) === role);
      if (found.length !== 1) fail(at, `must hold exactly one ${role}`);
      const index = given.indexOf(found[0]);
      return this.fragment(found[0], `${at}[${index}]`, role, depth);
    });
    if (given.length !== 2) fail(at, 'must hold a title and a body and nothing else');
    if (parts[0]?.nodes.length !== 1) fail(at, 'the title must be exactly one paragraph');
    if (parts[1]?.nodes.length === 0) fail(at, 'the body must hold at least one block');
    return { fragments: parts };
  }

  private fragment(value: unknown, path: string, role: string, depth: number): Fragment {
    this.step(path, depth);
    const source = objectAt(value, path);
    if (source['object'] !== 'fragment') fail(`${path}.object`, 'must be "fragment"');
    // The members that give a fragment's role must be texts if present, needed or not.
    for (const name of ['fragment', 'type']) {
      if (source[name] !== undefined && source[name] !== null) stringAt(source[name], `${path}.${name}`);
    }
    const isLine = role === 'caption' || role === 'expandable-title';
    const allowed = FRAGMENT_CHILDREN[role] ?? new Set();
    const nodes = this.blocks(source['nodes'], `${path}.nodes`, allowed, role, isLine ? depth : depth + 1);
    const base = { object: 'fragment', ...keyOf(source, path), nodes } as const;
    if (role !== 'cell') return { ...base, fragment: role, type: role };
    return { ...base, fragment: stringAt(source['fragment'] ?? source['type'], `${path}.fragment`) };
  }

  private inlines(value: unknown, path: string, parent: BlockType | InlineType, depth: number): unknown[] {
    return listAt(value, path).map((child, index) => this.inline(child, `${path}[${index}]`, parent, depth));
  }

  private inline(value: unknown, path: string, parent: BlockType | InlineType, depth: number): unknown {
    this.step(path, depth);
    const source = objectAt(value, path);
    if (source['object'] === 'text') {
      return {
        object: 'text',
        ...keyOf(source, path),
        leaves: listAt(source['leaves'], `${path}.leaves`).map((leaf, index) =>
          this.leaf(leaf, `${path}.leaves[${index}]`),
        ),
      };
    }
    if (source['object'] !== 'inline') fail(`${path}.object`, 'must be "text" or "inline"');
    const type = source['type'];
    if (typeof type !== 'string' || !INLINE_TYPES.has(type)) fail(`${path}.type`, 'must be a type of inline');
    if (!INLINES_INSIDE[parent]?.has(type) && INLINES_INSIDE[parent] !== undefined)
      fail(`${path}.type`, `${type} may not stand in ${parent}`);
    const isVoid = type !== 'link' && type !== 'annotation';
    this.voidness(source, isVoid, path);
    const base = {
      object: 'inline',
      type,
      ...keyOf(source, path),
      isVoid,
      data: inlineData(type as InlineType, source['data'], `${path}.data`),
    };
    if (type === 'annotation') {
      const at = `${path}.fragments`;
      const given = listAt(source['fragments'], at);
      if (given.length !== 1 || roleOf(given[0]) !== 'annotation-body')
        fail(at, 'must hold exactly one annotation-body');
      // The depth counts on only for bodies within bodies: they will be replaced by their words.
      const body = this.fragment(given[0], `${at}[0]`, 'annotation-body', this.openBodies++ === 0 ? 0 : depth + 1);
      this.openBodies--;
      if (body.nodes.length === 0) fail(`${at}[0].nodes`, 'must hold at least one block');
      return { ...base, nodes: this.inlines(source['nodes'], `${path}.nodes`, type, depth), fragments: [body] };
    }
    if (Array.isArray(source['fragments']) ? source['fragments'].length > 0 : source['fragments'] !== undefined) {
      fail(`${path}.fragments`, `is not for ${type}`);
    }
    return isVoid ? base : { ...base, nodes: this.inlines(source['nodes'], `${path}.nodes`, 'link', depth) };
  }

  private leaf(value: unknown, path: string): unknown {
    this.step(path, 0);
    const source = objectAt(value, path);
    if (source['object'] !== 'leaf') fail(`${path}.object`, 'must be "leaf"');
    const marks = listAt(source['marks'] ?? [], `${path}.marks`).map((item, index) => {
      const at = `${path}.marks[${index}]`;
      const mark = objectAt(item, at);
      if (mark['object'] !== 'mark') fail(`${at}.object`, 'must be "mark"');
      if (mark['type'] === 'color')
        return { object: 'mark', type: 'color', data: markColor(mark['data'], `${at}.data`) };
      if (typeof mark['type'] !== 'string' || !MARKS.has(mark['type'])) fail(`${at}.type`, 'must be a type of mark');
      return { object: 'mark', type: mark['type'] };
    });
    return { object: 'leaf', text: stringAt(source['text'], `${path}.text`), marks };
  }
}

function roleOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, fragment } = value as Json;
  return type ?? fragment;
}

const keyOf = (source: Json, path: string): { key?: string } =>
  source['key'] === undefined || source['key'] === null ? {} : { key: stringAt(source['key'], `${path}.key`) };
