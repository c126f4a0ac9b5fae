import { readableBytes } from '../terminal.js';
import type { Manifest } from './manifest.js';

/** What an archive holds, in words: `1200 rows of 102 tables, 3 files (1.2 MB)`. */
export function summaryOf({ tables, files }: Manifest): string {
  const held = files.place === 'archive' ? `${files.count} files (${readableBytes(files.bytes)})` : 'no files';
  return `${rowsOf(tables)}, ${held}`;
}

/** `1200 rows of 102 tables`. */
export function rowsOf(tables: Manifest['tables']): string {
  return `${tables.reduce((sum, table) => sum + table.rows, 0)} rows of ${tables.length} tables`;
}
