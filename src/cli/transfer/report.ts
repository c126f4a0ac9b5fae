import { print, type Terminal } from '../terminal.js';

/** Something an import did not understand and converted as well as possible. */
export interface Unresolved {
  path?: string;
  code?: string;
  message?: string;
  line?: number;
  count?: number;
}

/** The result of an import. */
export interface ImportReport {
  revision?: string;
  importedResources?: number;
  totalResources?: number;
  unresolved?: Unresolved[];
}

/** Prints the report: the revision, the counts, then what was not understood, by kind, the most frequent kind first. */
export function printReport(terminal: Terminal, spaceId: string, report: ImportReport): void {
  print(terminal, `Space     ${spaceId}`);
  if (report.revision !== undefined) print(terminal, `Revision  ${report.revision}`);
  if (report.totalResources !== undefined) {
    print(terminal, `Imported  ${report.importedResources ?? 0} of ${report.totalResources}`);
  }
  const unresolved = report.unresolved ?? [];
  print(terminal, unresolved.length === 0 ? 'Not understood  nothing' : `Not understood  ${unresolved.length}`);
  for (const [kind, entries] of [...byKind(unresolved)].sort(([, left], [, right]) => right.length - left.length)) {
    print(terminal, `  ${kind} (${entries.length})`);
    for (const { path, line, message, count } of entries) {
      const place = line === undefined ? path : `${path ?? ''}:${line}`;
      const often = count === undefined || count === 1 ? '' : ` (${count} times)`;
      print(terminal, `    ${[place, message].filter((part) => part !== undefined && part !== '').join(': ')}${often}`);
    }
  }
}

function byKind(unresolved: readonly Unresolved[]): Map<string, Unresolved[]> {
  const kinds = new Map<string, Unresolved[]>();
  for (const entry of unresolved) {
    const kind = entry.code ?? 'other';
    const entries = kinds.get(kind);
    if (entries) entries.push(entry);
    else kinds.set(kind, [entry]);
  }
  return kinds;
}
