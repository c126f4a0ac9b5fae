import { CHANGED, linksOf, namedSql, reached, type NamedSql } from './link-sql.js';

type Linked = 'page' | 'file';

/** The other spaces whose pages link here, as far as the caller may read them; `p` is what links. Each is looked up. */
const READABLE = `(p.space_id = {space} or exists (select from content.space s
    where s.organization_id = {organization} and s.id = p.space_id and s.deleted_at is null and ${reached('s')} offset 0))`;

/** What may link here, found by the index of targets: '<space> <id>', or '/<space> <id>' where the link names the space. */
const LED_HERE = `p.organization_id = {organization}
  and p.targets && array[{space} || ' ' || {id}, '/' || {space} || ' ' || {id}] and ${READABLE}`;

const hiding = (key: string, hidden: string): string =>
  ` and (p.space_id <> {space} or p.${key} <> all({${hidden}}::text[]))`;

function linking(other: boolean): string {
  const live = `select p.space_id as space, 'page' as kind, p.page_id as id, p.document, p.links from content.live_page p
      where ${LED_HERE}${other ? hiding('page_id', 'hiddenPages') : ''}
    union all
    select p.space_id, 'content', p.content_id, p.document, null from content.live_content p
      where ${LED_HERE}${other ? hiding('content_id', 'hiddenContents') : ''}`;
  return other
    ? `${live} union all select {space} collate "C", 'page', id, document, links from changed
       union all select {space} collate "C", 'content', id, document, null from changed_content`
    : live;
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
    (select revision_id from content.space_head where organization_id = {organization} and space_id = {space}) as head,
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
