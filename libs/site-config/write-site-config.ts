import { isSameConfig } from './compare-site-configs.js';
import { readSiteConfig, type Known } from './read-site-config.js';
import { scalar } from './scalars.js';
import { nodesOf, type ConfigNode, type ConfigSpace, type SiteConfig } from './site-config.js';
import { inline, membersOf, newNode } from './write-node.js';
import { closeOf, endOf, memberOf, textOf } from './yaml-places.js';
import { readTree, type YamlMap, type YamlMember, type YamlValue } from './yaml-tree.js';

/** A replacement of a range of the text. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Where an item of a list is: whole lines, with the comments right above it; no lines of its own between brackets. */
interface Item {
  node: YamlMap;
  lines: { start: number; end: number; indent: string } | undefined;
}

/**
 * The text of a `docs.yaml` with another configuration. Nodes are found by their keys; what is the same keeps its lines as
 * they are written, with comments and what is not understood, also where a node moves. A file in a form that can't be
 * changed line by line is written anew.
 */
export function writeSiteConfig(text: string, wanted: SiteConfig, known: Known): string {
  const { config } = readSiteConfig(text, known);
  if (isSameConfig(config, wanted)) return text;
  // First without defaults that the order of the nodes makes clear, as before.
  for (const explicit of config === undefined ? [] : [false, true]) {
    try {
      const written = new Rewriting(text, config as SiteConfig, explicit).write(wanted);
      if (isSameConfig(readSiteConfig(written, known).config, wanted)) return written;
    } catch (error) {
      if (!(error instanceof NotByLines)) throw error;
    }
  }
  return anew(wanted, text.includes('\r\n') ? '\r\n' : '\n');
}

/** A configuration as a file of its own. */
function anew({ title, structure }: SiteConfig, eol: string): string {
  const list = (nodes: readonly ConfigNode[], indent: string): string =>
    nodes.map((node) => newNode(node, indent, eol, list)).join('');
  const head = `site:${eol}  title: ${scalar(title)}${eol}`;
  return structure.length === 0
    ? `${head}  structure: []${eol}`
    : `${head}  structure:${eol}${list(structure, '    ')}`;
}

class NotByLines extends Error {}

class Rewriting {
  readonly #items = new Map<string, Item>();
  readonly #site: YamlMap;
  readonly #eol: string;

  /** What the text says of each key. */
  readonly #said: ReadonlyMap<string, ConfigNode>;

  constructor(
    private readonly text: string,
    private readonly config: SiteConfig,
    /** Whether what is a default is marked as such. */
    private readonly explicit: boolean,
  ) {
    this.#said = new Map([...nodesOf(config.structure)].map((node) => [node.key, node]));
    this.#eol = text.includes('\r\n') ? '\r\n' : '\n';
    if (!text.endsWith('\n')) throw new NotByLines();
    const site = memberOf(readTree(text), 'site')?.value;
    if (site?.kind !== 'map' || site.flow) throw new NotByLines();
    this.#site = site;
    this.#index(memberOf(site, 'structure')?.value);
  }

  write({ title, structure }: SiteConfig): string {
    const edits = title === this.config.title ? [] : this.#valueEdits(this.#site, [['title', title]]);
    const member = memberOf(this.#site, 'structure');
    if (member === undefined) throw new NotByLines();
    edits.push(...this.#listEdits(member, structure));
    return applied(this.text, edits, 0, this.text.length);
  }

  /** Notes where the items of a list are, and those in them. */
  #index(list: YamlValue | undefined): void {
    if (list === undefined || (list.kind === 'text' && list.text === '')) return;
    if (list.kind !== 'list') throw new NotByLines();
    const starts = list.flow ? [] : list.items.map((item) => this.#startOf(item));
    for (const [at, node] of list.items.entries()) {
      const start = starts[at];
      const key = memberOf(node, 'key')?.value;
      if (node.kind !== 'map' || key?.kind !== 'text') throw new NotByLines();
      const end = starts[at + 1]?.start ?? this.#lineAfter(endOf(node));
      this.#items.set(key.text, { node, lines: start && { ...start, end } });
      this.#index(memberOf(node, 'children')?.value);
    }
  }

  /** The line of an item's dash, or of the first of the comments right above it. */
  #startOf({ start }: YamlValue): { start: number; indent: string } {
    let line = this.text.lastIndexOf('\n', start - 1) + 1;
    const indent = /^( *)- *$/.exec(this.text.slice(line, start))?.[1];
    if (indent === undefined) throw new NotByLines();
    for (;;) {
      const above = this.text.lastIndexOf('\n', line - 2) + 1;
      const comment = line > 0 && this.text.slice(above, line).startsWith(`${indent}#`);
      if (!comment || above === line) return { start: line, indent };
      line = above;
    }
  }

  #lineAfter(place: number): number {
    return this.text.indexOf('\n', place) + 1;
  }

  /** The edits that bring a list into another order, with what is in it. */
  #listEdits(member: YamlMember, nodes: readonly ConfigNode[]): Edit[] {
    const { value } = member;
    const items = value.kind === 'list' ? value.items.map((item) => this.#items.get(keyOf(item)) as Item) : [];
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return nodes.length === 0 ? [] : this.#fill(member, nodes);
    const same = items.length === nodes.length && items.every((item, at) => keyOf(item.node) === nodes[at]?.key);
    if (same) return nodes.flatMap((node, at) => this.#itemEdits(items[at] as Item, node));
    if (!first.lines || !last.lines) return this.#fill(member, nodes);
    if (nodes.length === 0) return [{ start: member.end, end: last.lines.end, text: `: []${this.#eol}` }];
    return [{ start: first.lines.start, end: last.lines.end, text: this.#listText(nodes, first.lines.indent) }];
  }

  /** The edits of an item. One that can't be changed line by line has new lines, and what is in it keeps its own. */
  #itemEdits(item: Item, node: ConfigNode): Edit[] {
    try {
      return this.#nodeEdits(item, node);
    } catch (error) {
      if (!(error instanceof NotByLines) || !item.lines) throw error;
      return [{ ...item.lines, text: this.#newText(node, item.lines.indent) }];
    }
  }

  /** Puts nodes into a list that is empty, or between brackets. */
  #fill({ start, end, value }: YamlMember, nodes: readonly ConfigNode[]): Edit[] {
    const line = this.text.lastIndexOf('\n', start - 1) + 1;
    const before = this.text.slice(line, start);
    if (!/^[ -]*$/.test(before)) throw new NotByLines();
    const indent = before.replace(/-/g, ' ');
    const after = this.#lineAfter(value.kind === 'list' ? closeOf(this.text, value) - 1 : end);
    const text = nodes.length === 0 ? ` []${this.#eol}` : `${this.#eol}${this.#listText(nodes, `${indent}  `)}`;
    return [{ start: end, end: after, text: `:${text}` }];
  }

  #listText(nodes: readonly ConfigNode[], indent: string): string {
    return nodes.map((node) => this.#nodeText(node, indent)).join('');
  }

  #nodeText(node: ConfigNode, indent: string): string {
    const item = this.#items.get(node.key);
    if (!item?.lines || typeOf(item.node) !== node.type) return this.#newText(node, indent);
    const { lines } = item;
    const text = applied(this.text, this.#itemEdits(item, node), lines.start, lines.end);
    return lines.indent === indent ? text : reindented(text, lines.indent, indent);
  }

  #newText(node: ConfigNode, indent: string): string {
    return newNode(node, indent, this.#eol, (nodes, inner) => this.#listText(nodes, inner));
  }

  #nodeEdits({ node }: Item, wanted: ConfigNode): Edit[] {
    if (typeOf(node) !== wanted.type) throw new NotByLines();
    const said = this.#said.get(wanted.key);
    const before = new Map(said && membersOf(said).map(([name, value]) => [name, JSON.stringify(value)]));
    const other = membersOf(wanted).filter(([name, value]) => before.get(name) !== JSON.stringify(value));
    const edits = this.#valueEdits(node, other);
    if (this.explicit && 'default' in wanted && wanted.default && !other.some(([name]) => name === 'default'))
      edits.push(...(memberOf(node, 'default') ? [] : [this.#added(node, 'default', 'true')]));
    if (
      wanted.type === 'space' &&
      wanted.language !== undefined &&
      wanted.language !== (said as ConfigSpace).language
    ) {
      const content = memberOf(node, 'content')?.value;
      if (content?.kind !== 'map') throw new NotByLines();
      edits.push(...this.#valueEdits(content, [['language', wanted.language]]));
    }
    if (!('children' in wanted)) return edits;
    const children = memberOf(node, 'children');
    if (children) return [...edits, ...this.#listEdits(children, wanted.children)];
    if (wanted.children.length === 0) return edits;
    if (node.flow) throw new NotByLines();
    const place = this.#lineAfter(endOf(node));
    const indent = this.#indentOf(node);
    const text = `${indent}children:${this.#eol}${this.#listText(wanted.children, `${indent}  `)}`;
    return [...edits, { start: place, end: place, text }];
  }

  /** The edits that give a mapping these values; undefined removes one. */
  #valueEdits(map: YamlMap, wanted: ReturnType<typeof membersOf>): Edit[] {
    return wanted.flatMap(([name, value]) => {
      const member = memberOf(map, name);
      if (member === undefined) return value === undefined ? [] : [this.#added(map, name, inline(value))];
      if (value === undefined) return [this.#removed(map, member)];
      if (member.value.kind !== 'text' || !member.value.inline || member.value.start === member.end)
        throw new NotByLines();
      const { start, end } = member.value;
      const text = typeof value === 'object' ? inline(value) : scalar(value, { source: this.text, node: member.value });
      return [{ start, end, text }];
    });
  }

  #added(map: YamlMap, name: string, text: string): Edit {
    const before = map.members.filter(({ value }) => value.kind === 'text').at(-1);
    if (before === undefined) throw new NotByLines();
    const end = endOf(before.value);
    if (map.flow) return { start: end, end, text: `, ${name}: ${text}` };
    const place = this.#lineAfter(end);
    return { start: place, end: place, text: `${this.#indentOf(map)}${name}: ${text}${this.#eol}` };
  }

  #removed(map: YamlMap, member: YamlMember): Edit {
    const at = map.members.indexOf(member);
    const before = map.members[at - 1];
    if (before === undefined) throw new NotByLines();
    if (map.flow) {
      if (before.value.kind !== 'text' || member.value.kind !== 'text') throw new NotByLines();
      return { start: before.value.end, end: member.value.end, text: '' };
    }
    const start = this.text.lastIndexOf('\n', member.start - 1) + 1;
    return { start, end: this.#lineAfter(endOf(member.value)), text: '' };
  }

  /** The indentation of the members of a mapping. */
  #indentOf({ start }: YamlMap): string {
    return ' '.repeat(start - (this.text.lastIndexOf('\n', start - 1) + 1));
  }
}

const keyOf = (value: YamlValue): string => textOf(value, 'key');
const typeOf = (value: YamlValue): string => textOf(value, 'type');

function applied(text: string, edits: readonly Edit[], from: number, to: number): string {
  let result = '';
  let at = from;
  for (const { start, end, text: put } of [...edits].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    if (start < at || end > to) throw new NotByLines();
    result += text.slice(at, start) + put;
    at = end;
  }
  return result + text.slice(at, to);
}

function reindented(text: string, from: string, to: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(from) && line.trim() !== '' ? to + line.slice(from.length) : line))
    .join('\n');
}
