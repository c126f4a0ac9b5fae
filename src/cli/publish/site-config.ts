/** What the server answers about a `docs.yaml`. */
export interface SiteConfigAnswer {
  site: string;
  title: string;
  spaces: { key: string; title: string; space?: string; directory: string | null; draft: boolean }[];
  changes: SiteChange[];
  remarks: { line: number; message: string }[];
}

export interface SiteChange {
  kind: 'added' | 'removed' | 'moved' | 'changed';
  type: string;
  key?: string;
  title: string;
  members?: string[];
}

/** A change of the structure in a line. */
export function changeLine({ kind, type, key, title, members }: SiteChange): string {
  const named = key === undefined ? title : `${key} (${title})`;
  return `${kind} ${type} ${named}${members ? `: ${members.join(', ')}` : ''}`;
}
