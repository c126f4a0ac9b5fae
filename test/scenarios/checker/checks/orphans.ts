/** What columns of these names refer to in every table: the table and its column. */
const POINTERS: Readonly<Record<string, readonly [table: string, column: string]>> = {
  space_id: ['space', 'id'],
  change_request_id: ['change_request', 'id'],
  revision_id: ['revision', 'id'],
  revision_initial: ['revision', 'id'],
  revision_merged: ['revision', 'id'],
  revision_merged_ancestor: ['revision', 'id'],
  revision_resolved: ['revision', 'id'],
  comment_id: ['comment', 'id'],
  thread_id: ['comment', 'id'],
  review_id: ['change_request_review', 'id'],
  pages_root: ['node', 'hash'],
  toward: ['node', 'hash'],
  files_root: ['node', 'hash'],
  contents_root: ['node', 'hash'],
  document: ['document', 'hash'],
  blob: ['file_blob', 'hash'],
};

/** Columns that refer to something else than their name says, or to nothing (null), by table and column. */
const EXCEPTIONS: Readonly<Record<string, readonly [table: string, column: string] | null>> = {
  'revision_parent.parent_id': ['revision', 'id'],
  'live_page.parent_id': ['live_page', 'page_id'],
  'search_passage.page_id': ['live_page', 'page_id'],
  'space_document.hash': ['document', 'hash'],
  'comment.document': null,
  // The page of a comment may be deleted.
  'comment.page_id': null,
  'git_sync.base_id': ['revision', 'id'],
  'git_sync.pushing_id': ['revision', 'id'],
  'git_sync.turn_id': null,
  // The source of a print may be deleted before it, and its bytes are no file of a space.
  'print.space_id': null,
  'print.revision_id': null,
  'print.blob': null,
  // The space of a translation may be purged before its source.
  'translation.target_id': null,
  'translation_memory.key': null,
};

/** Names of columns with an id that refers to nothing in these tables. */
const POINTING_NOWHERE = new Set([
  'organization_id',
  'id',
  'user_id',
  'author_id',
  'reviewer_id',
  'page_id',
  'file_id',
  'item_id',
  'node_id',
  'place_id',
  'run_id',
  'issues_cluster_id',
  // Grants are on spaces and collections and to users and teams.
  'content_id',
  'subject_id',
  'hash',
]);

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Rows of content tables that refer to a missing row, and columns that are not in the lists. */
export async function orphansOf(rows: <R extends object>(sql: string) => Promise<R[]>): Promise<string[]> {
  const columns = await rows<Column>(
    `select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'content' and t.table_type = 'BASE TABLE' order by 1, 2`,
  );
  const faults: string[] = [];
  const parts: string[] = [];
  for (const { table, column, type } of columns) {
    const target = targetOf(table, column);
    if (target === undefined && (/_id$/.test(column) || type === 'bytea')) {
      faults.push(`content.${table}.${column} points somewhere, and nobody said where`);
    }
    if (!target) continue;
    const [other, key] = target;
    const isSpaces = columns.some((known) => known.table === other && known.column === 'space_id') && key === 'page_id';
    parts.push(
      `select '${table}.${column}' as pointer, count(*)::int as count from content.${table} a
       where a.${column} is not null and not exists (select 1 from content.${other} b
         where b.organization_id = a.organization_id and b.${key} = a.${column}
         ${isSpaces ? 'and b.space_id = a.space_id' : ''}) having count(*) > 0`,
    );
  }
  const found = await rows<{ pointer: string; count: number }>(parts.join(' union all '));
  return [...faults, ...found.map(({ pointer, count }) => `${count} rows of ${pointer} point at nothing`)];
}

function targetOf(table: string, column: string): readonly [string, string] | null | undefined {
  const exception = EXCEPTIONS[`${table}.${column}`];
  if (exception !== undefined) return exception;
  return POINTERS[column] ?? (POINTING_NOWHERE.has(column) ? null : undefined);
}
