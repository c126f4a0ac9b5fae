import type { ConfigNode, SiteConfig } from './site-config.js';

/** One difference between a configuration and another. */
export interface ConfigChange {
  kind: 'added' | 'removed' | 'moved' | 'changed';
  type: ConfigNode['type'] | 'site';
  /** Absent for the site itself. */
  key?: string;
  title: string;
  /** What is different, of what is changed. */
  members?: string[];
}

/** A node by itself, and where it is. */
export interface PlacedNode {
  node: ConfigNode;
  /** The identity of the node that it is in; null at the top. */
  parent: string | null;
}

/** What makes a node the same in two configurations: a key that names something of another type names another thing. */
export const identityOf = ({ type, key }: ConfigNode): string => `${type} ${key}`;

/** All nodes by their identities, each before those in it, with the lists of what is in each. */
export class ConfigIndex {
  readonly nodes = new Map<string, PlacedNode>();
  readonly #children = new Map<string | null, string[]>();

  constructor({ structure }: SiteConfig) {
    this.#add(structure, null);
  }

  /** What is in a node, or at the top, in its order. */
  childrenOf(parent: string | null): readonly string[] {
    return this.#children.get(parent) ?? [];
  }

  #add(nodes: readonly ConfigNode[], parent: string | null): void {
    this.#children.set(parent, nodes.map(identityOf));
    for (const node of nodes) {
      const identity = identityOf(node);
      this.nodes.set(identity, { node, parent });
      if ('children' in node) this.#add(node.children, identity);
    }
  }
}

/** What a node says of itself, by the names of members; null where it says nothing. */
export function saidBy(node: ConfigNode | undefined): Record<string, unknown> {
  if (!node) return {};
  const { type: _, key: __, line: ___, children: ____, ...members } = node as ConfigNode & { children?: unknown };
  return members;
}

/** The names of the members that two nodes say differently. */
export function differentMembers(left: ConfigNode | undefined, right: ConfigNode | undefined): string[] {
  const [before, after] = [saidBy(left), saidBy(right)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSameValue(before[name], after[name])).sort();
}

export const isSameValue = (left: unknown, right: unknown): boolean => plain(left) === plain(right);

/** Whether two configurations say the same; lines do not count. */
export function isSameConfig(left: SiteConfig | undefined, right: SiteConfig): boolean {
  return left !== undefined && plain(left) === plain(right);
}

/** What is different, in the order of the configuration after; what is removed comes last. */
export function configChanges(before: SiteConfig, after: SiteConfig): ConfigChange[] {
  const [old, now] = [new ConfigIndex(before), new ConfigIndex(after)];
  const changes: ConfigChange[] = [];
  if (before.title !== after.title)
    changes.push({ kind: 'changed', type: 'site', title: after.title, members: ['title'] });
  const reordered = reorderedAmong(old, now);
  for (const [identity, { node, parent }] of now.nodes) {
    const { type, key, title } = node;
    const known = old.nodes.get(identity);
    if (known === undefined) {
      changes.push({ kind: 'added', type, key, title });
      continue;
    }
    if (known.parent !== parent || reordered.has(identity)) changes.push({ kind: 'moved', type, key, title });
    const members = differentMembers(known.node, node);
    if (members.length > 0) changes.push({ kind: 'changed', type, key, title, members });
  }
  for (const [identity, { node }] of old.nodes) {
    const { type, key, title } = node;
    if (!now.nodes.has(identity)) changes.push({ kind: 'removed', type, key, title });
  }
  return changes;
}

/** The fewest nodes that have to move to bring the order before into the order after: all but a longest common run. */
function reorderedAmong(old: ConfigIndex, now: ConfigIndex): Set<string> {
  const moved = new Set<string>();
  for (const parent of [null, ...now.nodes.keys()]) {
    const places = new Map(old.childrenOf(parent).map((identity, at) => [identity, at]));
    const kept = now.childrenOf(parent).filter((identity) => places.has(identity));
    const stays = longestRising(kept.map((identity) => places.get(identity) ?? 0));
    for (const [at, identity] of kept.entries()) if (!stays.has(at)) moved.add(identity);
  }
  return moved;
}

/** The places of a longest rising part of a sequence of different numbers. */
function longestRising(sequence: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, value] of sequence.entries()) {
    const low = tails.findIndex((tail) => (sequence[tail] ?? 0) >= value);
    const position = low === -1 ? tails.length : low;
    previous[at] = tails[position - 1] ?? -1;
    tails[position] = at;
  }
  const found = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) found.add(at);
  return found;
}

/** A value as a text that is the same where the value is; lines and the order of members do not count. */
function plain(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === 'line' ? undefined : sorted(inner))) ?? '';
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
