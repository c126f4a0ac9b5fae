import { CHANGED, linksOf, namedSql, onePage, reached, sources, type NamedSql } from './link-sql.js';
import { DOCUMENTS, HEADS, LIVE_CONTENTS, LIVE_FILES, LIVE_PAGES } from '../../revisions/infrastructure/reading.js';
import { COLLECTIONS, SPACES } from '../../spaces/infrastructure/reading.js';

/** The characters of a text that order a list; longer texts are distinguished by a hash. */
const KEY = 300;
const HASH = 32;

const key = (text: string): string =>
  `case when length(${text}) > ${KEY} then left(${text}, ${KEY - HASH}) || md5(${text}) else ${text} end`;

/**
 * The normalized target of a link: without a page it leads to its own page, and naming its own space makes no
 * difference.
 */
const TARGET = `case
    when e.link like 'page _   %' then left(e.link, 8) || e.id || substr(e.link, 9)
    when starts_with(substr(e.link, position(' ' in e.link) + 3), {space} || ' ')
      then left(e.link, position(' ' in e.link) + 2) || substr(e.link, position(' ' in e.link) + 3 + length({space}))
    else e.link end`;

/** Whether a document has the anchor: as it is written, or by a rule that it is known by. */
const anchoredIn = (
  document: string,
): string => `(t.anchor = any(${document}.anchors) or t.name = any(${document}.anchors)
    or exists (select from unnest(${document}.anchors) a where starts_with(a, t.name || ' ')))`;

/** Whether something that the document `d` includes, to be found in `contents` as `k`, has the anchor. */
const included = (contents: string): string => `exists (
    select from unnest(d.links) l join ${contents}
    cross join lateral (
      select i.anchors from ${DOCUMENTS} i where i.organization_id = {organization} and i.hash = k.document offset 0
    ) i
    where l like 'content d  %' and ${anchoredIn('i')})`;

const words = (text: string): string =>
  `regexp_replace(lower(${text} collate "default"), '[[:space:][:punct:]]+', '', 'g')`;

/**
 * Whether the anchor is that of the page's title, which is a heading in Markdown files. Compares letters and digits, as
 * a link that says something near to the title leads to the page at any rate.
 */
const isTitle = (title: string): string =>
  `${words(`regexp_replace(t.name, '^(id-|_)(?=[0-9])', '')`)} in (${words(title)}, ${words(`replace(${title}, '&', 'and')`)})`;

const liveContents = (space: string): string => `content.live_content k on k.organization_id = {organization}
  and k.space_id = ${space} and k.content_id = split_part(l, ' ', 4)`;

/** Whether the page's document, or reusable content that it includes, has the anchor. */
function hasAnchor(other: boolean): string {
  const contents = liveContents('coalesce(o.id, {space})');
  if (!other) return `(${anchoredIn('d')} or ${included(contents)} or ${isTitle('p.title')})`;
  const kept = `${contents} and (o.id is not null or k.content_id <> all({hiddenContents}::text[]))`;
  const changed = `changed_content k on o.id is null and k.id = split_part(l, ' ', 4)`;
  return `(${anchoredIn('d')} or ${included(kept)} or ${included(changed)} or ${isTitle('coalesce(c.title, p.title)')})`;
}

const fileIn = (space: string): string => `exists (select from ${LIVE_FILES} f
  where f.organization_id = {organization} and f.space_id = ${space} and f.file_id = t.id)`;
const contentIn = (space: string): string => `exists (select from ${LIVE_CONTENTS} k
  where k.organization_id = {organization} and k.space_id = ${space} and k.content_id = t.id)`;

/**
 * Whether targets are there, each judged once however many links lead to it. `o` is the other space that it names and
 * the caller may read, `d` the document of the page where an anchor is looked for.
 */
function judged(other: boolean): string {
  const page = other ? 'c.id is not null or p.found' : 'p.found';
  const file = other
    ? `t.id = any({files}::text[]) or (t.id <> all({hiddenFiles}::text[]) and ${fileIn('{space}')})`
    : fileIn('{space}');
  const content = other
    ? `exists (select from changed_content k where k.id = t.id)
       or (t.id <> all({hiddenContents}::text[]) and ${contentIn('{space}')})`
    : contentIn('{space}');
  return `select t.*, case when t.kind = 'url' then case
      when starts_with(t.id, {publicUrl}::text || '/') or t.id = {publicUrl}::text then 'in-app'
      when t.id ~* '^([a-z][a-z0-9+.-]*:|//)' then 'ok' else 'broken' end
    when case t.kind
      when 'page' then (${page}) and (t.anchor = '' or ${hasAnchor(other)})
      when 'file' then case when t.space = '' then ${file} else ${fileIn('o.id')} end
      when 'content' then case when t.space = '' then ${content} else ${contentIn('o.id')} end
      when 'space' then t.space = '' or o.id is not null
      when 'collection' then exists (select from ${COLLECTIONS} k
        where k.organization_id = {organization} and k.id = t.id and ${reached('k')})
      when 'user' then t.id = any({users}::text[])
      when 'openapi' then exists (select from content.openapi_spec k
        where k.organization_id = {organization} and k.slug = t.id)
      else false end then 'ok' else 'broken' end as status
  from part t
  left join lateral (
    select s.id from ${SPACES} s where t.space <> '' and s.organization_id = {organization} and s.id = t.space
      and s.deleted_at is null and ${reached('s')} offset 0
  ) o on true
  ${other ? `left join changed c on t.kind = 'page' and t.space = '' and c.id = t.id` : ''}
  left join lateral (
    select p.document, p.title, true as found from ${LIVE_PAGES} p
    where t.kind = 'page' and p.organization_id = {organization} and p.page_id = t.id
      and p.space_id = case when t.space = '' then {space} else o.id end
      ${other ? `and (t.space <> '' or p.page_id <> all({hiddenPages}::text[]))` : ''} offset 0
  ) p on true
  left join lateral (
    select d.anchors, d.links from ${DOCUMENTS} d where t.anchor <> '' and d.organization_id = {organization}
      and d.hash = ${other ? 'coalesce(c.document, p.document)' : 'p.document'} offset 0
  ) d on true`;
}

/** Whether a broken target is there in the current content of the space. */
const THERE_IN_SPACE = `case t.kind
    when 'page' then exists (select from ${LIVE_PAGES} p
      left join ${DOCUMENTS} d on d.organization_id = {organization} and d.hash = p.document
      where p.organization_id = {organization} and p.space_id = {space} and p.page_id = t.id
        and (t.anchor = '' or ${anchoredIn('d')} or ${included(liveContents('{space}'))} or ${isTitle('p.title')}))
    when 'file' then ${fileIn('{space}')}
    when 'content' then ${contentIn('{space}')}
    else false end`;

const TABLE_OF = { page: ['live_page', 'page_id'], content: ['live_content', 'content_id'] } as const;
const linkedInSpace = (kind: 'page' | 'content'): string => `exists (select from content.${TABLE_OF[kind][0]} p
    left join ${DOCUMENTS} d on d.organization_id = {organization} and d.hash = p.document
    where p.organization_id = {organization} and p.space_id = {space} and p.${TABLE_OF[kind][1]} = e.id
      and (e.link = any(d.links)${kind === 'page' ? ' or e.link = any(p.links)' : ''}))`;

/** Broken links, and whether the change request broke them: by the link, or by what happened to what it leads to. */
const BROKEN = `broken as materialized (
    select e.kind, e.id, e.node, e.target,
      t.there or not case e.kind when 'page' then ${linkedInSpace('page')} else ${linkedInSpace('content')} end as own
    from (select t.target, t.space = '' and ${THERE_IN_SPACE} as there from judged t where t.status = 'broken') t
    join edge e on e.target = t.target
  )`;

/** The links of `scope`: how many, how many of them broken, and those behind a place in the order of their targets. */
function report(scope: 'all' | 'page', other: boolean): string {
  const context = `({context}::text is null or exists (select from broken b where b.kind = e.kind and b.id = e.id
    and b.node = e.node and b.target = e.target and b.own = ({context}::text = 'change-request')))`;
  return `with ${other ? `${CHANGED},` : ''} source as materialized (${scope === 'page' ? onePage(other) : sources(other)}),
  edge as materialized (
    select e.kind, e.id, e.link, e.node, (${TARGET}) collate "C" as target from (${linksOf('source')}) e
    where not (e.kind = 'content' and e.link like 'page _   %')
  ),
  part as (
    select target, (${key('target')}) collate "C" as key, places, split_part(target, ' ', 1) as kind, split_part(target, ' ', 3) as space,
      split_part(target, ' ', 4) as id, split_part(target, ' ', 5) as anchor,
      lower(split_part(target, ' ', 5) collate "default") collate "C" as name
    from (select target, count(*) as places from edge group by target) t
  ),
  judged as materialized (${judged(other)}),
  ${other ? `${BROKEN},` : ''}
  shown as (
    select t.key, e.kind, e.id, e.node, t.target, t.status from judged t join edge e on e.target = t.target
    where ({status}::text is null or t.status = {status}::text) and t.key >= {afterKey}::text
      and (t.key, e.kind, e.id, e.node) > ({afterKey}::text, {afterKind}::text, {afterId}::text, {afterNode}::text)
      ${other ? `and ${context}` : ''}
    order by t.key, e.kind, e.id, e.node limit {limit}
  )
  select exists (select from source) as found,
    (select coalesce(sum(places), 0)::int from judged) as total,
    (select coalesce(sum(places), 0)::int from judged where status = 'broken') as broken,
    ${other ? '(select count(*)::int from broken where own)' : 'null::int'} as "ofChangeRequest",
    array(select distinct id from judged where kind = 'user') as users,
    (select revision_id from ${HEADS} h where organization_id = {organization} and space_id = {space}) as head,
    (select json_agg(shown order by key, kind, id, node) from shown) as rows`;
}

/** By what is asked about: all of the content or a page of it, the current content or another. */
export const REPORTS: Record<'all' | 'page', Record<'live' | 'other', NamedSql>> = {
  all: {
    live: namedSql('link.all-live-2', report('all', false)),
    other: namedSql('link.all-other-2', report('all', true)),
  },
  page: {
    live: namedSql('link.page-live-2', report('page', false)),
    other: namedSql('link.page-other-2', report('page', true)),
  },
};
