import type { ConfigNode } from '#site-config';
import type { SiteStructure } from '../../sites/domain/structure/structure.js';

/** What a key of a `docs.yaml` names on a site. It stays known when it leaves the file, and is the same when it returns. */
export interface KeyedNode {
  key: string;
  type: ConfigNode['type'];
  /** The id of the site space, section, section group or external link. */
  id: string;
  /** The space of a site space. */
  space?: string;
}

/** As many keys as the largest structure has, a few times over: those that left the file first are forgotten. */
const MOST_KEYS = 2_000;

/** The keys of one site. */
export class SiteKeys {
  readonly #byKey: Map<string, KeyedNode>;

  constructor(keyed: readonly KeyedNode[]) {
    this.#byKey = new Map(keyed.map((node) => [node.key, node]));
  }

  /** What a key names; undefined also where it named something of another type. */
  find(type: ConfigNode['type'], key: string): KeyedNode | undefined {
    const found = this.#byKey.get(key);
    return found?.type === type ? found : undefined;
  }

  /** The keys by the ids that they name. */
  byId(): Map<string, string> {
    return new Map([...this.#byKey.values()].map(({ id, key }) => [id, key]));
  }

  /** All of them with these, which replace what the same keys named before. */
  with(keyed: readonly KeyedNode[]): SiteKeys {
    const given = new Set(keyed.map(({ key }) => key));
    const others = [...this.#byKey.values()].filter(({ key }) => !given.has(key));
    return new SiteKeys([...others, ...keyed].slice(-MOST_KEYS));
  }

  toList(): KeyedNode[] {
    return [...this.#byKey.values()];
  }
}

/** The ids of everything in a structure. */
export function idsOf({ items, siteSpaces }: SiteStructure): Set<string> {
  return new Set([...items, ...siteSpaces].map(({ id }) => id));
}
