import { accessibleSpaces } from '../permission/accessible-records.js';

/** The tables besides `content.space` that the view of a space is written from, as `SPACE_TABLES` joins them. */
const TABLES = ['space_head', 'space_counts', 'git_link', 'git_sync'];

/** The versions of the rows that the view of a space is written from, in a statement on SPACE_TABLES. */
export const VERSIONS_OF_SPACE = `concat_ws(' ', ${['s', 'h', 'k', 'g', 'y'].map((table) => `coalesce(${table}.xmin::text, '-')`).join(', ')})`;

/**
 * One text that says which spaces come first among the accessible ones (a line `id rank` each), and for each table a
 * paragraph with the versions of their rows (`id xmin`, in the order of the ids). Each table is read by one scan of its
 * key: the ids of a list lie close together. Parameters as for `accessibleSpaces`.
 */
export function stampOfList(order: 'asc' | 'desc'): string {
  const versions = [['space', 'id'] as const, ...TABLES.map((table) => [table, 'space_id'] as const)].map(
    ([
      table,
      id,
    ]) => `coalesce((select string_agg(${id} || ' ' || xmin::text, E'\\n' order by ${id}) from content.${table}
      where organization_id = $1 and ${id} = any(array(select id from listed))), '')`,
  );
  return `with listed as materialized (${accessibleSpaces(order)})
    select concat_ws(E'\\n\\n',
      coalesce((select string_agg(id || ' ' || rank::text, E'\\n' order by id ${order}) from listed), ''),
      ${versions.join(', ')}) as stamp`;
}

/** A space of a list: the rank of the role by which it is accessible, and its versions as VERSIONS_OF_SPACE has them. */
export interface ListedVersion {
  id: string;
  rank: number;
  versions: string;
}

/** What a stamp says. */
export function readStamp(stamp: string): ListedVersion[] {
  const [spaces = [], ...tables] = stamp.split('\n\n').map(readLines);
  const versions = tables.map((lines) => new Map(lines));
  return spaces.map(([id, rank]) => ({
    id,
    rank: Number(rank),
    versions: versions.map((ofTable) => ofTable.get(id) ?? '-').join(' '),
  }));
}

function readLines(paragraph: string): [string, string][] {
  return paragraph
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ') as [string, string]);
}
