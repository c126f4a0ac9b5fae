import { nodesOf, type ConfigNode, type SiteConfig } from './read-config.js';

type Standard = Extract<ConfigNode, { default: boolean }>;

/**
 * Nodes of a site with the drafts of its file: these are not on the site, so the file alone knows them. Each is after
 * the node that it comes after there; one whose section or group is gone is gone, too.
 */
export function keepDrafts(nodes: ConfigNode[], file: SiteConfig | undefined): ConfigNode[] {
  return file ? new Keeping(nodes, file).kept() : nodes;
}

class Keeping {
  readonly #shown: ReadonlySet<string>;
  /** What is in each node of the file, which may be at another place on the site by now. */
  readonly #inside = new Map<string, readonly ConfigNode[]>();

  constructor(
    private readonly nodes: ConfigNode[],
    private readonly file: SiteConfig,
  ) {
    this.#shown = new Set([...nodesOf(nodes)].map(({ key }) => key));
    for (const node of nodesOf(file.structure))
      if ('children' in node) this.#inside.set(`${node.type} ${node.key}`, node.children);
  }

  kept(): ConfigNode[] {
    const kept = this.#listOf(this.nodes, this.file.structure);
    const drafts = nodesOf([...nodesOf(this.file.structure)].filter(isDraft));
    const keys = new Set([...drafts].map(({ key }) => key).filter((key) => !this.#shown.has(key)));
    settle(
      [...nodesOf(kept)].filter((node) => node.type === 'section'),
      keys,
    );
    return kept;
  }

  #listOf(nodes: ConfigNode[], said: readonly ConfigNode[]): ConfigNode[] {
    const list = nodes.map((node): ConfigNode => {
      if (!('children' in node)) return node;
      const inside = this.#inside.get(`${node.type} ${node.key}`) ?? [];
      return { ...node, children: this.#listOf(node.children, inside) } as ConfigNode;
    });
    let at = 0;
    for (const node of said) {
      const place = list.findIndex(({ key }) => key === node.key);
      if (place !== -1) at = place + 1;
      else if (isDraft(node) && !this.#shown.has(node.key)) list.splice(at++, 0, this.#copy(node));
    }
    const spaces = list.filter((node) => node.type === 'space');
    settle(spaces, new Set(spaces.filter(isDraft).map(({ key }) => key)));
    return list;
  }

  /** A draft without what is on the site. */
  #copy(node: ConfigNode): ConfigNode {
    if (!('children' in node)) return { ...node };
    const children = (node.children as ConfigNode[]).filter(({ key }) => !this.#shown.has(key));
    return { ...node, children: children.map((child) => this.#copy(child)) } as ConfigNode;
  }
}

/** A draft may be the default in the file: then the site has the first of the others, as it would from the file. */
function settle(siblings: readonly Standard[], drafts: ReadonlySet<string>): void {
  const draft = siblings.find((node) => node.default && drafts.has(node.key));
  const shown = siblings.filter(({ key }) => !drafts.has(key));
  const chosen = shown.find((node) => node.default);
  if (!draft || !chosen) return;
  if (chosen === shown[0]) chosen.default = false;
  else draft.default = false;
}

const isDraft = (node: ConfigNode): boolean => 'draft' in node && node.draft;
