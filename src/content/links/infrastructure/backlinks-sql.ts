import { CHANGED, linksOf, namedSql, reached, type NamedSql } from './link-sql.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { HEADS, LIVE_TARGETS } from '../../revisions/infrastructure/reading.js';

type Linked = 'page' | 'file';

/** The other spaces whose pages link here, as far as the caller may read them; `t` is what links. Each is looked up. */
const READABLE = `(t.space_id = {space} or exists (select from ${SPACES} s
    where s.organization_id = {organization} and s.id = t.space_id and s.deleted_at is null and ${reached('s')} offset 0))`;

/** What may link here, found by the index of targets: '<space> <id>', or '/<space> <id>' where the link names the space. */
const LED_HERE = `t.organization_id = {organization}
  and t.targets && array[{space} || ' ' || {id}, '/' || {space} || ' ' || {id}] and ${READABLE}`;

const hiding = (hidden: string): string => ` and (t.space_id <> {space} or t.item_id <> all({${hidden}}::text[]))`;

/** Each is looked up by its key. */
const live = (kind: string, table: string, key: string, links: string, hidden: string): string =>
  `select t.space_id as space, t.kind, t.item_id as id, p.document, p.links from ${LIVE_TARGETS} t
    cross join lateral (
      select p.document, ${links} as links from content.${table} p
      where p.organization_id = {organization} and p.space_id = t.space_id and p.${key} = t.item_id offset 0
    ) p
    where t.kind = '${kind}' and ${LED_HERE}${hidden}`;

function linking(other: boolean): string {
  const current = `${live('page', 'live_page', 'page_id', 'p.links', other ? hiding('hiddenPages') : '')}
    union all
    ${live('content', 'live_content', 'content_id', 'null::text[]', other ? hiding('hiddenContents') : '')}`;
  return other
    ? `${current} union all select {space} collate "C", 'page', id, document, links from changed
       union all select {space} collate "C", 'content', id, document, null from changed_content`
    : current;
}

const TABLES = {
  page: { table: 'live_page', key: 'page_id', hidden: 'hiddenPages', come: 'id in (select id from changed)' },
  file: { table: 'live_file', key: 'file_id', hidden: 'hiddenFiles', come: 'id = any({files}::text[])' },
} as const;

function isThere(linked: Linked, other: boolean): string {
  const { table, key, hidden, come } = TABLES[linked];
  const live = `exists (select from content.${table} p
    where p.organization_id = {organization} and p.space_id = {space} and p.${key} = {id}`;
  return other
    ? `(${live} and p.${key} <> all({${hidden}}::text[])) or exists (select from (select {id}::text as id) n where ${come}))`
    : `${live})`;
}

/** Where something is linked from, in its own space first. */
function backlinks(linked: Linked, other: boolean): string {
  const behind = linked.length + ' r '.length + 1;
  return `with ${other ? `${CHANGED},` : ''} linking as materialized (${linking(other)}),
  place as (
    select distinct case when s.space = {space} then '' else s.space end as space, e.kind, e.id, e.node
    from linking s join lateral (
      ${linksOf('(select s.kind, s.id, s.document, s.links)')}
    ) e on starts_with(e.link, '${linked} ') and (
      starts_with(substr(e.link, ${behind}), {space} || ' ' || {id} || ' ')
      or s.space = {space} and starts_with(substr(e.link, ${behind}), ' ' || {id} || ' '))
  ),
  shown as (
    select * from place
    where (space, kind, id, node) > ({afterSpace}::text, {afterKind}::text, {afterId}::text, {afterNode}::text)
    order by space, kind, id, node limit {limit}
  )
  select ${isThere(linked, other)} as found,
    (select revision_id from ${HEADS} h where organization_id = {organization} and space_id = {space}) as head,
    (select json_agg(shown order by space, kind, id, node) from shown) as rows`;
}

/** By what is linked to, in the current content or another. */
export const BACKLINKS: Record<Linked, Record<'live' | 'other', NamedSql>> = {
  page: {
    live: namedSql('link.to-page-live', backlinks('page', false)),
    other: namedSql('link.to-page-other', backlinks('page', true)),
  },
  file: {
    live: namedSql('link.to-file-live', backlinks('file', false)),
    other: namedSql('link.to-file-other', backlinks('file', true)),
  },
};
