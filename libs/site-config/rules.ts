import type { Findings } from './members.js';
import { nodesOf, type ConfigNode, type ConfigSection, type ConfigSpace } from './site-config.js';

/** As many as a site takes. */
const MAX_SPACES = 500;
const MAX_ITEMS = 300;

/** Checks what no node says by itself: keys, paths and defaults among each other, and what may be beside what. */
export function checkRules(structure: ConfigNode[], found: Findings): void {
  const nodes = [...nodesOf(structure)];
  const sections = nodes.filter((node) => node.type === 'section');
  const spaces = nodes.filter((node) => node.type === 'space');
  requireFew(spaces.length, MAX_SPACES, 'spaces', found);
  requireFew(nodes.length - spaces.length, MAX_ITEMS, 'sections, section groups and external links', found);
  requireDistinct(nodes, ({ key }) => key, 'key', found);
  requireOneKind(structure, sections, nodes, found);
  requireDistinct(sections, ({ path }) => path, 'path', found);
  settleDefault(sections, found);
  for (const siblings of [...sections.map(({ children }) => children), topSpaces(structure)]) {
    requireDistinct(siblings, ({ path }) => path, 'path', found);
    settleDefault(siblings, found);
  }
  requireOneLanguage(spaces, found);
}

function topSpaces(structure: readonly ConfigNode[]): ConfigSpace[] {
  return structure.filter((node) => node.type === 'space');
}

function requireFew(count: number, most: number, noun: string, found: Findings): void {
  if (count > most) found.fault(0, `A site takes at most ${most} ${noun}, and there are ${count}`);
}

function requireDistinct<Node extends ConfigNode>(
  nodes: readonly Node[],
  valueOf: (node: Node) => string,
  name: string,
  found: Findings,
): void {
  const lines = new Map<string, number>();
  for (const node of nodes) {
    const value = valueOf(node);
    const first = lines.get(value);
    if (first === undefined) lines.set(value, node.line);
    else if (value !== '') found.fault(node.line, `The ${name} "${value}" is taken in line ${first}`);
  }
}

/** A site has sections, or its spaces at the top. */
function requireOneKind(
  structure: readonly ConfigNode[],
  sections: readonly ConfigSection[],
  nodes: readonly ConfigNode[],
  found: Findings,
): void {
  const [space] = topSpaces(structure);
  const other = nodes.find(({ type }) => type !== 'space');
  if (space && other) {
    found.fault(space.line, 'A space must be in a section, as there are sections, section groups or external links');
  }
  if (sections.length > 0) return;
  const link = nodes.find(({ type }) => type === 'external-link');
  if (link) found.fault(link.line, 'External links are for a site with sections, and there is none');
}

/** Exactly one sibling is the default: the first where none is marked. */
function settleDefault(siblings: readonly (ConfigSection | ConfigSpace)[], found: Findings): void {
  const [first, second] = siblings.filter((node) => node.default);
  if (second) found.fault(second.line, `"default" is set in line ${first?.line ?? 0} already`);
  const [assumed] = siblings;
  if (first !== undefined || assumed === undefined) return;
  assumed.default = true;
  if (siblings.length > 1) found.remark(assumed.line, `No ${assumed.type} beside this one is the default: this one is`);
}

/** A folder is read once, so it has one language. */
function requireOneLanguage(spaces: readonly ConfigSpace[], found: Findings): void {
  const known = new Map<string, ConfigSpace>();
  for (const space of spaces) {
    if (space.directory === null) continue;
    const folder = `${space.directory.from} ${space.directory.path}`;
    const first = known.get(folder);
    if (first === undefined) known.set(folder, space);
    else if (first.language !== space.language)
      found.fault(space.line, `The folder has another language in line ${first.line}`);
  }
}
