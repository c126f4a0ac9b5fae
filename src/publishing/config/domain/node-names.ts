import { nodesOf, type ConfigNode, type SiteConfig } from './read-config.js';
import type { ConfigContext, DescribedSite } from './described-site.js';

/** The longest key and the longest name of a folder that are made here, in characters. */
const MOST = 100;

/** The keys and folders of what no file has named yet: none is that of anything else. */
export class NodeNames {
  readonly #byId: ReadonlyMap<string, string>;
  readonly #keys: Set<string>;
  readonly #folders: Set<string>;
  /** Keys of nodes that no entry has, by their types and what they are recognised by. */
  readonly #offered: Map<string, string>;

  constructor({ keys }: DescribedSite, { like, names }: ConfigContext) {
    this.#byId = keys.byId();
    const named = like ? [...nodesOf(like.structure)] : [];
    this.#keys = new Set([...this.#byId.values(), ...named.map(({ key }) => key)]);
    this.#folders = new Set([...named, ...(names ? nodesOf(names.structure) : [])].flatMap(foldersOf));
    this.#offered = new Map(
      (names ? signed(names) : []).filter(([, key]) => !this.#keys.has(key)).map(([sign, key]) => [sign, key]),
    );
    for (const { key } of names ? nodesOf(names.structure) : []) this.#keys.add(key);
  }

  /** The key of what a file has named. */
  known(id: string): string | undefined {
    return this.#byId.get(id);
  }

  key(type: ConfigNode['type'], sign: string, name: string): string {
    const offered = this.#offered.get(`${type} ${sign}`);
    if (offered === undefined) return free(slugOf(name) || type, this.#keys);
    this.#offered.delete(`${type} ${sign}`);
    return offered;
  }

  /** A folder for a space at a place: its path, with that of its section before it. */
  folder(place: string): string {
    return free(place, this.#folders);
  }
}

function foldersOf(node: ConfigNode): string[] {
  return node.type === 'space' && node.directory?.from === 'project' ? [node.directory.path] : [];
}

function signed({ structure }: SiteConfig): [sign: string, key: string][] {
  const found: [string, string][] = [];
  const add = (nodes: readonly ConfigNode[], above: string): void => {
    for (const node of nodes) {
      found.push([`${node.type} ${signOf(node, above)}`, node.key]);
      if ('children' in node) add(node.children, node.type === 'section' ? node.path : '');
    }
  };
  add(structure, '');
  return found;
}

function signOf(node: ConfigNode, above: string): string {
  if (node.type === 'section-group') return node.title;
  if (node.type === 'external-link') return node.url;
  return above === '' ? node.path : `${above}/${node.path}`;
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MOST);

/** A name, with a number where it is taken already. */
function free(name: string, taken: Set<string>): string {
  let found = name;
  for (let count = 2; taken.has(found); count++) found = `${name}-${count}`;
  taken.add(found);
  return found;
}
