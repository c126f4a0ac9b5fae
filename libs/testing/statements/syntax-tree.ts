import { loadModule, parseSync } from 'libpg-query';

/** A node of PostgreSQL's own syntax tree: the name of its kind, then its members. */
export type Node = Readonly<Record<string, unknown>>;

/** The grammar of PostgreSQL, which is loaded once. */
export const grammarLoaded = loadModule;

/** The statements of a text. */
export function parsed(text: string): Node[] {
  return ((parseSync(text) as { stmts?: { stmt: Node }[] }).stmts ?? []).map(({ stmt }) => stmt);
}

export const list = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

/** A member of a node, or the node itself; empty where there is none. */
export function member(node: unknown, name?: string): Node {
  const found = name === undefined ? node : (node as Node | undefined)?.[name];
  return typeof found === 'object' && found !== null ? (found as Node) : {};
}

/** The nodes of some kinds in a tree, at any depth. */
export function* within(value: unknown, ...kinds: string[]): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* within(item, ...kinds);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      if (kinds.includes(name)) yield item as Node;
      yield* within(item, ...kinds);
    }
}
