import {
  isIgnoredPath,
  SourceBudget,
  SourceTooLarge,
  sourcePath,
  type SkippedEntry,
  type SourceFile,
  type SourceLimits,
} from '../../domain/import/sources.js';
import { damaged } from './delta.js';
import type { ObjectStore } from './objects.js';
import { objectOid } from './oid.js';

/** A file's place in a tree: its mode in octal ("100644") and its blob. */
export interface TreeFile {
  mode: string;
  oid: string;
}

export interface CommitObject {
  tree: string;
  parents: string[];
  message: string;
}

const FOLDER = '40000';
const LINK = '120000';
const SUBMODULE = '160000';
/** Folders nest no deeper than this; with a cap on folders it ends trees that contain themselves many times over. */
const MAX_DEPTH = 128;
const FOLDERS_PER_FILE = 5;

/** Follows annotated tags to the commit. */
export async function readCommit(objects: ObjectStore, oid: string): Promise<CommitObject & { oid: string }> {
  let at = oid;
  for (let hops = 0; hops < 10; hops += 1) {
    const object = await objects.read(at);
    if (object === undefined) throw damaged();
    const text = object.content.toString();
    const head = text.slice(0, text.indexOf('\n\n'));
    if (object.kind === 'commit') {
      const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1];
      if (tree === undefined) throw damaged();
      const parents = [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent]) => parent ?? '');
      return { oid: at, tree, parents, message: text.slice(head.length + 2) };
    }
    const next = object.kind === 'tag' ? /^object ([0-9a-f]{40})$/m.exec(head)?.[1] : undefined;
    if (next === undefined) throw damaged();
    at = next;
  }
  throw damaged();
}

/** Calls `use` for everything in a tree that is not a folder, folders entered as they come; `seen` hears their names. */
export async function walkTree(
  objects: ObjectStore,
  root: string,
  limits: SourceLimits,
  use: (path: string, file: TreeFile) => Promise<void> | void,
  seen?: (folder: string) => void,
): Promise<void> {
  let folders = 0;
  const enter = async (oid: string, prefix: string, depth: number): Promise<void> => {
    folders += 1;
    seen?.(oid);
    if (depth > MAX_DEPTH || folders > limits.maxFiles * FOLDERS_PER_FILE) {
      throw new SourceTooLarge('The repository has too many or too deep folders');
    }
    const object = await objects.read(oid);
    if (object?.kind !== 'tree') throw damaged();
    for (const { name, mode, oid: child } of parseTree(object.content)) {
      if (mode === FOLDER) await enter(child, `${prefix}${name}/`, depth + 1);
      else await use(prefix + name, { mode, oid: child });
    }
  };
  await enter(root, '', 0);
}

/** The files of a tree that can be content, in order of path, and what was passed over. */
export async function listTree(
  objects: ObjectStore,
  root: string,
  limits: SourceLimits,
): Promise<{ files: SourceFile[]; skipped: SkippedEntry[] }> {
  const files: SourceFile[] = [];
  const skipped: SkippedEntry[] = [];
  const budget = new SourceBudget(limits);
  await walkTree(objects, root, limits, async (path, { mode, oid }) => {
    if (isIgnoredPath(path)) return;
    // A partial clone lacks files that were not requested yet.
    const size = unusable(path, mode) === undefined ? await objects.size(oid) : undefined;
    if (size === undefined) {
      if (skipped.length < limits.maxFiles) skipped.push({ path, reason: unusable(path, mode) ?? 'missing' });
      return;
    }
    budget.add(path, size);
    files.push({ path, size, oid });
  });
  files.sort((left, right) => (left.path < right.path ? -1 : 1));
  return { files, skipped };
}

function unusable(path: string, mode: string): SkippedEntry['reason'] | undefined {
  if (mode === LINK) return 'link';
  if (mode === SUBMODULE) return 'submodule';
  return sourcePath(path) === path ? undefined : 'unusable-path';
}

function* parseTree(content: Buffer): Generator<{ mode: string; name: string; oid: string }> {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    if (space === -1 || end === -1 || end + 21 > content.length) throw damaged();
    const oid = content.toString('hex', end + 1, end + 21);
    yield { mode: content.toString('latin1', at, space), name: content.toString('utf8', space + 1, end), oid };
    at = end + 21;
  }
}

/** A folder to be written, by name. */
type Folder = Map<string, Folder | TreeFile>;

/** Makes the tree objects of a set of files, deepest first; the last is the root. */
export function buildTrees(files: Iterable<[string, TreeFile]>): { oid: string; content: Buffer }[] {
  const root: Folder = new Map();
  for (const [path, file] of files) {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let folder = root;
    for (const name of names) {
      const next = folder.get(name);
      const inside: Folder = next instanceof Map ? next : new Map();
      folder.set(name, inside);
      folder = inside;
    }
    folder.set(last, file);
  }
  const trees: { oid: string; content: Buffer }[] = [];
  const write = (folder: Folder): string => {
    const rows = [...folder].map(([name, entry]) => ({
      name: Buffer.from(name),
      // Git orders folders as if their names ended with a slash.
      order: Buffer.from(entry instanceof Map ? `${name}/` : name),
      mode: entry instanceof Map ? FOLDER : entry.mode,
      oid: entry instanceof Map ? write(entry) : entry.oid,
    }));
    rows.sort((left, right) => Buffer.compare(left.order, right.order));
    const content = Buffer.concat(
      rows.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} `), name, Buffer.from([0]), Buffer.from(oid, 'hex')]),
    );
    const oid = objectOid('tree', content);
    trees.push({ oid, content });
    return oid;
  };
  write(root);
  return trees;
}
