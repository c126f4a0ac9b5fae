import { ConfigIndex, differentMembers, isSameValue, saidBy, type PlacedNode } from './compare-site-configs.js';
import { mergedOrder } from './merge-order.js';
import type { ConfigNode, ConfigSection, ConfigSpace, SiteConfig } from './site-config.js';

/** What both sides have changed, where the file's change was taken. */
export interface ConfigClash {
  title: string;
  /** The names of members; `place` for where it is, `order` for that of what is in it, `removed` for what is gone. */
  members: string[];
}

export interface MergedSiteConfig {
  config: SiteConfig;
  clashes: ConfigClash[];
}

/** The two that are merged, and what both were when they were last alike. */
export interface ConfigSides {
  base: SiteConfig;
  file: SiteConfig;
  site: SiteConfig;
}

/**
 * Merges what a file and a site have become, node by node as their keys say. What one side alone changed is as that side
 * has it; where both changed the same member, the file counts and the clash is reported. What is removed on one side stays
 * removed, unless the file changed it or something in it is new. The outcome may break rules of a file (two nodes with
 * one path): reading it as a file shows.
 */
export function mergeSiteConfigs(sides: ConfigSides): MergedSiteConfig {
  return new Merging(sides).merge();
}

class Merging {
  readonly #base: ConfigIndex;
  readonly #file: ConfigIndex;
  readonly #site: ConfigIndex;
  readonly #kept = new Map<string, PlacedNode>();
  readonly #clashes = new Map<string, Set<string>>();

  constructor(private readonly sides: ConfigSides) {
    this.#base = new ConfigIndex(sides.base);
    this.#file = new ConfigIndex(sides.file);
    this.#site = new ConfigIndex(sides.site);
  }

  merge(): MergedSiteConfig {
    const { base, file, site } = this.sides;
    for (const identity of new Set([...this.#file.nodes.keys(), ...this.#site.nodes.keys()])) this.#keep(identity);
    for (const { parent } of [...this.#kept.values()]) this.#keepAround(parent);
    this.#untangle();
    const title = this.#picked(site.title, 'title', [base.title, file.title, site.title]) as string;
    const structure = this.#listOf(null, file.title);
    settleDefaults(structure, this.#file);
    const clashes = [...this.#clashes].map(([named, members]) => ({ title: named, members: [...members].sort() }));
    return { config: { title, structure }, clashes };
  }

  /** Decides whether a node stays, and what it says and where it is then. */
  #keep(identity: string): void {
    const [base, file, site] = this.#versions(identity);
    if (file && site) this.#kept.set(identity, this.#both(base, file, site));
    else if (file && (!base || this.#isChanged(base, file))) {
      if (base) this.#clash(file.node.title, 'removed');
      this.#kept.set(identity, file);
    } else if (site && !base) this.#kept.set(identity, site);
    else if (site && base && this.#isChanged(base, site)) this.#clash(site.node.title, 'removed');
  }

  #both(base: PlacedNode | undefined, file: PlacedNode, site: PlacedNode): PlacedNode {
    const { title } = file.node;
    const [was, said, done] = [saidBy(base?.node), saidBy(file.node), saidBy(site.node)];
    const members: Record<string, unknown> = {};
    for (const name of new Set([...Object.keys(said), ...Object.keys(done)])) {
      const value = this.#picked(title, name, [was[name], said[name], done[name]]);
      if (value !== undefined) members[name] = value;
    }
    const { type, key, line } = file.node;
    const parent = this.#picked(title, 'place', [base?.parent, file.parent, site.parent]) as string | null;
    return { node: { type, key, line, ...members } as unknown as ConfigNode, parent };
  }

  #picked(title: string, name: string, [base, file, site]: readonly [unknown, unknown, unknown]): unknown {
    if (isSameValue(file, base)) return site;
    if (!isSameValue(site, base) && !isSameValue(site, file)) this.#clash(title, name);
    return file;
  }

  /** What holds something that stays is there, too. */
  #keepAround(parent: string | null): void {
    if (parent === null || this.#kept.has(parent)) return;
    const [base, file, site] = this.#versions(parent);
    const found = file ?? site ?? base;
    if (!found) return;
    this.#kept.set(parent, found);
    this.#keepAround(found.parent);
  }

  /** Groups that both sides moved may hold each other: then they are where the file has them. */
  #untangle(): void {
    if (![...this.#kept.keys()].some((identity) => this.#holdsItself(identity))) return;
    for (const [identity, { node }] of this.#kept) {
      const parent = this.#file.nodes.get(identity)?.parent;
      if (parent === undefined) continue;
      if (this.#kept.get(identity)?.parent !== parent) this.#clash(node.title, 'place');
      this.#kept.set(identity, { node, parent });
      this.#keepAround(parent);
    }
  }

  #holdsItself(identity: string): boolean {
    const seen = new Set([identity]);
    for (let at = this.#kept.get(identity)?.parent ?? null; at !== null; at = this.#kept.get(at)?.parent ?? null) {
      if (seen.has(at)) return true;
      seen.add(at);
    }
    return false;
  }

  #listOf(parent: string | null, title: string): ConfigNode[] {
    const here = [...this.#kept].flatMap(([identity, placed]) => (placed.parent === parent ? [identity] : []));
    const { order, clash } = mergedOrder(here, {
      base: this.#base.childrenOf(parent),
      file: this.#file.childrenOf(parent),
      site: this.#site.childrenOf(parent),
    });
    if (clash) this.#clash(title, 'order');
    return order.flatMap((identity) => {
      const node = this.#kept.get(identity)?.node;
      if (!node) return [];
      const holds = node.type === 'section' || node.type === 'section-group';
      return [{ ...node, ...(holds && { children: this.#listOf(identity, node.title) }) } as ConfigNode];
    });
  }

  #isChanged(before: PlacedNode, after: PlacedNode): boolean {
    return before.parent !== after.parent || differentMembers(before.node, after.node).length > 0;
  }

  #versions(identity: string): [base?: PlacedNode | undefined, file?: PlacedNode | undefined, site?: PlacedNode] {
    const [base, file, site] = [this.#base, this.#file, this.#site].map(({ nodes }) => nodes.get(identity));
    return [base, file, site] as [PlacedNode | undefined, PlacedNode | undefined, PlacedNode];
  }

  #clash(title: string, member: string): void {
    const members = this.#clashes.get(title) ?? new Set();
    this.#clashes.set(title, members.add(member));
  }
}

/** Exactly one of siblings is the default: where both sides chose, the one that the file has; else the first. */
function settleDefaults(structure: readonly ConfigNode[], file: ConfigIndex): void {
  const sections: ConfigSection[] = [];
  const collect = (nodes: readonly ConfigNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'section') sections.push(node);
      else if (node.type === 'section-group') collect(node.children);
    }
  };
  collect(structure);
  const topSpaces = structure.filter((node) => node.type === 'space');
  for (const siblings of [sections, topSpaces, ...sections.map(({ children }) => children)])
    settleDefault(siblings, file);
}

function settleDefault(siblings: readonly (ConfigSection | ConfigSpace)[], file: ConfigIndex): void {
  const wanted = siblings.filter((node) => node.default);
  const chosen = wanted.find(({ type, key }) => {
    const said = file.nodes.get(`${type} ${key}`)?.node;
    return said !== undefined && 'default' in said && said.default;
  });
  const one = chosen ?? wanted[0] ?? siblings[0];
  for (const node of siblings) node.default = node === one;
}
