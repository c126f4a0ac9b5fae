import type { ImportInput, ImportWarning, SourceFile } from '../import/import-plan.js';
import type { SummaryItem } from '../import/summary.js';

/** The text of a file by its path from the top of the tree; undefined where there is none that can be read. */
export type ReadTree = (path: string) => Promise<string | undefined>;

/** What a navigation is read from. */
export interface NavigationSource extends Pick<ImportInput, 'parseYaml' | 'parseScript'> {
  tree: ReadonlyMap<string, SourceFile>;
  read: ReadTree;
  warnings: ImportWarning[];
}

/** How another documentation tool arranges the files of a tree. */
export interface Navigation {
  /** The file that says so, from the top of the tree. */
  path: string;
  /** The folder of the content; empty for the top. */
  root: string;
  /** Addresses that led elsewhere, in the words of the configuration of a space. */
  redirects: [from: string, to: string][];
  /**
   * The entries of the table of contents, with addresses as seen from the root; undefined where the folders tell the
   * order. `pages` are the Markdown files of the content, from the root.
   */
  items(pages: readonly string[]): Promise<SummaryItem[] | undefined>;
  /** What orders pages of one folder before their names. */
  orders?(pages: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function unread(path: string, reason: string): ImportWarning {
  return { code: 'unread-navigation', path, message: `${reason} The folders tell the order.` };
}
