import { decodePercent, folderOf, isIndex, isMarkdown } from './source-path.js';

const INDEX_NAMES = ['README.md', 'index.md', 'README.mdx', 'index.mdx', 'README.markdown', 'index.markdown'];
const ASSETS = '.gitbook/assets/';

/**
 * Finds the item at a path, by map look-ups only. Tolerates what authors and file systems do to paths: another case or
 * Unicode normal form, percent-encoding, a folder instead of its index page, a missing or `.html` extension, a page
 * that became the index of a folder or the other way round.
 */
export class SourceIndex<T> {
  private readonly exact = new Map<string, T>();
  private readonly folded = new Map<string, T>();

  constructor(entries: Iterable<readonly [path: string, value: T]>) {
    for (const [path, value] of entries) {
      this.exact.set(path, value);
      const key = fold(path);
      if (!this.folded.has(key)) this.folded.set(key, value);
    }
  }

  /** The item at exactly this path, or at this path in another case or normal form. */
  at(path: string): T | undefined {
    return this.exact.get(path) ?? this.folded.get(fold(path));
  }

  /** What a reference to `path`, already joined to its folder, means. */
  find(path: string): T | undefined {
    return this.near(path) ?? this.near(decodePercent(path)) ?? this.asset(decodePercent(path));
  }

  private near(path: string): T | undefined {
    const found = this.at(path);
    if (found !== undefined) return found;
    if (isIndex(path)) return folderOf(path) === '' ? undefined : this.at(`${folderOf(path)}.md`);
    if (isMarkdown(path)) return this.index(path.slice(0, path.lastIndexOf('.')));
    const index = this.index(path);
    if (index !== undefined) return index;
    if (path.endsWith('.html')) return this.near(path.slice(0, -'.html'.length));
    return this.at(`${path}.md`) ?? this.at(`${path}.mdx`) ?? this.at(`${path}.markdown`);
  }

  private index(folder: string): T | undefined {
    for (const name of INDEX_NAMES) {
      const index = this.at(folder === '' ? name : `${folder}/${name}`);
      if (index !== undefined) return index;
    }
    return undefined;
  }

  /** Pages that were moved by hand often keep a wrong number of `..` in front of the folder of assets. */
  private asset(path: string): T | undefined {
    const start = path.lastIndexOf(ASSETS);
    return start > 0 ? this.at(path.slice(start)) : undefined;
  }
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
