import type { Readable } from 'node:stream';
import { sourcePath, SourceTree, type SkippedEntry, type SourceFile } from './sources.js';

/** One folder of a tree, as a tree of its own. Closing it closes the tree. */
class Subfolder extends SourceTree {
  readonly #prefix: string;

  /** `folder` is a path as `sourcePath` makes it. */
  constructor(
    private readonly tree: SourceTree,
    folder: string,
  ) {
    super();
    this.#prefix = `${folder}/`;
  }

  get skipped(): readonly SkippedEntry[] {
    return this.#inside(this.tree.skipped);
  }

  async list(): Promise<readonly SourceFile[]> {
    return this.#inside(await this.tree.list());
  }

  read(path: string): Promise<Buffer> {
    return this.tree.read(this.#prefix + path);
  }

  stream(path: string): Promise<Readable> {
    return this.tree.stream(this.#prefix + path);
  }

  close(): Promise<void> {
    return this.tree.close();
  }

  #inside<E extends { path: string }>(entries: readonly E[]): E[] {
    const inside = entries.filter(({ path }) => path.startsWith(this.#prefix));
    return inside.map((entry) => ({ ...entry, path: entry.path.slice(this.#prefix.length) }));
  }
}

/** The files of a commit that are the whole of the tree: those of a folder, or all. */
export function treeOf({ folder }: { folder?: string | undefined }, tree: SourceTree): SourceTree {
  if (folder === undefined) return tree;
  const path = sourcePath(folder.replace(/^(?:\.?\/)+/, '') || '.');
  return path === undefined ? tree : new Subfolder(tree, path);
}
