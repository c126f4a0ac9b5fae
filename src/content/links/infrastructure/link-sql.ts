import { DOCUMENTS, LIVE_CONTENTS, LIVE_PAGES } from '../../revisions/infrastructure/reading.js';
import { GRANTS } from '../../spaces/infrastructure/reading.js';
/*
 * The common parts of the statements about links. They read content through the projection of the current content, and
 * overlay it with the differences of other content. Values are named in braces.
 */

/** A statement with named values. */
export interface NamedSql {
  name: string;
  text: string;
  /** The names of its values, in the order of their numbers. */
  values: readonly string[];
}

/** Numbers the values of a statement: `{space}` becomes `$2` where it is the second that is named. */
export function namedSql(name: string, text: string): NamedSql {
  const values: string[] = [];
  const numbered = text.replace(/\{([a-zA-Z]+)\}/g, (_, value: string) => {
    if (!values.includes(value)) values.push(value);
    return `$${values.indexOf(value) + 1}`;
  });
  return { name, text: numbered, values };
}

/** The pages and reusable contents that other content has instead of those of the projection, or besides. */
export const CHANGED = `changed as materialized (
    select c.id, c.title, decode(c.document, 'hex') as document, c.links
    from jsonb_to_recordset({pages}::jsonb) c(id text collate "C", title text, document text, links text[] collate "C")
  ), changed_content as materialized (
    select c.id, decode(c.document, 'hex') as document
    from jsonb_to_recordset({contents}::jsonb) c(id text collate "C", document text)
  )`;

const SAME_SPACE = (table: string): string =>
  `${table}.organization_id = {organization} and ${table}.space_id = {space}`;

/**
 * The items with links: `kind`, `id`, `document` and, of a page, the links of its fields. `other`: of the content that
 * overlays the projection, which is `CHANGED` before it.
 */
export function sources(other: boolean): string {
  const live = `select 'page' as kind, p.page_id as id, p.document, p.links from ${LIVE_PAGES} p
      where ${SAME_SPACE('p')}${other ? ' and p.page_id <> all({hiddenPages}::text[])' : ''}
    union all
    select 'content', p.content_id, p.document, null from ${LIVE_CONTENTS} p
      where ${SAME_SPACE('p')}${other ? ' and p.content_id <> all({hiddenContents}::text[])' : ''}`;
  return other
    ? `${live} union all select 'page', id, document, links from changed
       union all select 'content', id, document, null from changed_content`
    : live;
}

/** One page of the same. */
export function onePage(other: boolean): string {
  const live = `select 'page' as kind, p.page_id as id, p.document, p.links from ${LIVE_PAGES} p
    where ${SAME_SPACE('p')} and p.page_id = {page}${other ? ' and p.page_id <> all({hiddenPages}::text[])' : ''}`;
  return other ? `${live} union all select 'page', id, document, links from changed where id = {page}` : live;
}

/** The links of sources, each with its block. Looks up documents one by one, whatever the size of the tables. */
export function linksOf(source: string): string {
  const columns = `s.kind, s.id`;
  return `select ${columns}, unnest(d.links) as link, unnest(d.link_nodes) as node from ${source} s
    cross join lateral (
      select d.links, d.link_nodes from ${DOCUMENTS} d
      where d.organization_id = {organization} and d.hash = s.document and d.links is not null offset 0
    ) d
    union all
    select ${columns}, unnest(s.links), '' collate "C" from ${source} s where s.links is not null`;
}

/** Whether the caller may read a space or collection of the organization. */
export function reached(record: string): string {
  return `({rank}::int = 6 or ({rank}::int between 1 and 5 and ${record}.level is not null) or exists (
    select from ${GRANTS} g where g.organization_id = {organization}
      and g.content_id = any(${record}.chain) and g.subject_id = any({subjects}::text[])))`;
}
