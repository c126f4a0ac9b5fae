import type { ShownNode, ShownPages, ShownRecord } from '#content';

export interface Branch extends Omit<ShownRecord, 'createdAt'> {
  pages?: Branch[];
}

/** A tree of pages in memory. */
export class Tree implements ShownPages {
  readonly roots: ShownNode[];
  readonly home = undefined;
  readonly #nodes = new Map<string, ShownNode>();
  readonly #parents = new Map<string, ShownNode | null>();

  constructor(branches: readonly Branch[]) {
    this.roots = branches.map((branch) => this.#grow(branch, null));
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string): ShownNode | undefined {
    return this.#nodes.get(id);
  }

  atPath(): undefined {
    return undefined;
  }

  ancestorsOf(id: string): ShownNode[] {
    const parent = this.#parents.get(id);
    return parent ? [...this.ancestorsOf(parent.record.id), parent] : [];
  }

  [Symbol.iterator](): Iterator<ShownNode> {
    return this.#nodes.values();
  }

  #grow({ pages = [], ...record }: Branch, parent: ShownNode | null): ShownNode {
    const node = {
      record: { ...record, createdAt: '2026-11-27T10:00:00.000Z' },
      pages: [] as ShownNode[],
      path: record.id,
    };
    this.#nodes.set(record.id, node);
    this.#parents.set(record.id, parent);
    node.pages.push(...pages.map((page) => this.#grow(page, node)));
    return node;
  }
}

const ICONS = ['rocket', 'house', 'bell', 'book', 'gear'];
export const leaf = (id: string, index: number): Branch => ({
  ...{ id, type: 'document', title: `Page ${id}`, icon: ICONS[index % ICONS.length] ?? '' },
});
/** Pages beside each other. */
export const level = (prefix: string, count: number, below: (id: string) => Branch[] = () => []): Branch[] =>
  Array.from({ length: count }, (_, index) => ({
    ...leaf(`${prefix}${1000 + index}`, index),
    pages: below(`${prefix}${1000 + index}`),
  }));
export const asGroups = (branches: Branch[]): Branch[] =>
  branches.map((branch) => ({ ...branch, type: 'group' as const }));
