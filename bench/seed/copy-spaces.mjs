/**
 * Duplicates a space that a worker has indexed, and copies its search index for each: lexemes begin with the key of their
 * space, so that is put in the place of the other. A worker would take twenty minutes for 100 spaces of 1,000 pages.
 */
import { spaceKey } from '../../dist/src/content/search/infrastructure/lexemes.js';

/** Answers the ids of `count` spaces, of which the given one is the first. */
export async function copiesOf(stage, space, count) {
  const ids = [space.id];
  while (ids.length < count) ids.push((await stage.api.post(`/v1/spaces/${space.id}/duplicate`)).id);
  const { id: organization } = stage.organization;
  const from = spaceKey(organization, space.id);
  const client = await stage.database.connect();
  try {
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query('drop index content.search_passage_terms');
    for (const id of ids.slice(1)) {
      const to = spaceKey(organization, id);
      for (const statement of COPIES) await client.query(statement(organization, space.id, id, from, to));
    }
    await client.query(INDEX);
    await client.query('reset maintenance_work_mem');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
  return ids;
}

const copy =
  (table, columns, changed = columns) =>
  (organization, from, to, key, other) => ({
    text: `insert into content.${table} (organization_id, space_id, ${columns})
    select organization_id, $1, ${changed} from content.${table} where organization_id = $2 and space_id = $3
    on conflict do nothing`,
    values: [to, organization, from, ...(changed.includes('$4') ? [key, other] : [])],
  });

const COUNTS = 'term, titles, headings, bodies, total, prominent';
const PASSAGE = 'page_id, ordinal, anchor, heading, description, body, length, terms';
const TERMS = "replace(terms::text, '''' || $4, '''' || $5)::tsvector";

const COPIES = [
  copy('search_space', 'language, passages, key', 'language, passages, $5::text || left($4::text, 0)'),
  copy('search_term', COUNTS),
  copy('search_word', 'word, term'),
  copy('indexed_revision', 'language, pages_root'),
  // Pages of a duplicate have ids of their own, and the paths of the others.
  (organization, from, to, key, other) => ({
    text: `insert into content.search_passage (organization_id, space_id, ${PASSAGE})
      select p.organization_id, $1, copied.page_id, p.ordinal, p.anchor, p.heading, p.description, p.body, p.length,
        ${TERMS.replaceAll('terms', 'p.terms')}
      from content.search_passage p
      join content.live_page page
        on page.organization_id = p.organization_id and page.space_id = p.space_id and page.page_id = p.page_id
      join content.live_page copied
        on copied.organization_id = p.organization_id and copied.space_id = $1 and copied.path = page.path
      where p.organization_id = $2 and p.space_id = $3`,
    values: [to, organization, from, key, other],
  }),
];

/** As src/content/migrations has it. */
const INDEX = `create index search_passage_terms on content.search_passage using gin (terms)
  with (fastupdate = on, gin_pending_list_limit = 65536)`;
