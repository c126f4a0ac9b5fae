import type { OutlineNode } from './outline.js';
import { folderOf, isIndex, nameOf, stemOf, titleFromName, titleOfPath } from './source-path.js';

interface Folder {
  path: string;
  folders: Map<string, Folder>;
  files: string[];
}

const naturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * A table of contents for a tree without one. The index page of a folder (README before index) is the parent of the
 * folder's other pages; so is `guide.md` for a folder `guide` without an index. A folder with neither becomes a group
 * at the root, and an empty page on deeper levels, since only the root contains groups. Siblings are sorted by `orders`,
 * the numbers of pages that have one, then by name, numbers by value; the index page of the root, or the file that the
 * configuration names, comes first. `paths` are Markdown files.
 */
export function folderOutline(
  paths: readonly string[],
  readme: string | undefined,
  orders: ReadonlyMap<string, number> = new Map(),
): OutlineNode[] {
  const root = folderTree(paths);
  const first = paths.find((path) => path === readme) ?? indexOf(root);
  const nodes = nodesOf(root, first, orders);
  return first === undefined ? nodes : [pageNode(first, []), ...nodes];
}

function folderTree(paths: readonly string[]): Folder {
  const root: Folder = { path: '', folders: new Map(), files: [] };
  for (const path of paths) {
    let folder = root;
    const above = folderOf(path);
    for (const name of above === '' ? [] : above.split('/')) {
      const below: Folder = folder.folders.get(name) ?? {
        path: folder === root ? name : `${folder.path}/${name}`,
        folders: new Map(),
        files: [],
      };
      folder.folders.set(name, below);
      folder = below;
    }
    folder.files.push(path);
  }
  return root;
}

function indexOf(folder: Folder): string | undefined {
  const indexes = folder.files.filter(isIndex);
  return indexes.find((path) => stemOf(path).toLowerCase() === 'readme') ?? indexes[0];
}

/** The nodes for everything in a folder but the page that leads it. */
function nodesOf(folder: Folder, leading: string | undefined, orders: ReadonlyMap<string, number>): OutlineNode[] {
  const named: [name: string, node: OutlineNode][] = [];
  const claimed = new Set(leading === undefined ? [] : [leading]);
  for (const [name, below] of folder.folders) {
    const index = indexOf(below) ?? folder.files.find((path) => !claimed.has(path) && stemOf(path) === name);
    if (index !== undefined) claimed.add(index);
    const nodes = nodesOf(below, index, orders);
    if (index !== undefined) named.push([name, pageNode(index, nodes)]);
    else if (nodes.length > 0) named.push([name, folderNode(below, folder.path === '' ? 'group' : 'document', nodes)]);
  }
  for (const path of folder.files) if (!claimed.has(path)) named.push([stemOf(path), pageNode(path, [])]);
  const orderOf = ({ path }: OutlineNode): number => orders.get(path ?? '') ?? Infinity;
  const byOrder = (a: OutlineNode, b: OutlineNode): number => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) - orderOf(b));
  const byName = (a: string, b: string): number => naturally.compare(a, b) || (a < b ? -1 : 1);
  return named.sort(([a, one], [b, other]) => byOrder(one, other) || byName(a, b)).map(([, node]) => node);
}

function pageNode(path: string, nodes: OutlineNode[]): OutlineNode {
  return { type: 'document', title: titleOfPath(path), titleFrom: 'name', path, nodes };
}

function folderNode({ path }: Folder, type: 'group' | 'document', nodes: OutlineNode[]): OutlineNode {
  return { type, title: titleFromName(nameOf(path)), titleFrom: 'name', folder: path, nodes };
}
