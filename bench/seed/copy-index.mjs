/**
 * Completes the search index of a large space of which a worker has indexed a part: pages come again and again with the
 * same bodies, so the passages of those that are indexed are copied for those that are not. They differ from what a
 * worker would have written in the titles alone. A worker takes twenty minutes for 100,000 pages, this takes two.
 */
export async function copyIndex(database, spaceId) {
  const client = await database.connect();
  try {
    // Making the index anew takes a fraction of the time of adding to it.
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query('drop index content.search_passage_terms');
    const { rows } = await client.query(COPY, [spaceId]);
    const [{ before, after }] = rows;
    await client.query(
      `update content.search_term set titles = round(titles * $2::float8), headings = round(headings * $2::float8),
         bodies = round(bodies * $2::float8), total = round(total * $2::float8), prominent = round(prominent * $2::float8)
       where space_id = $1`,
      [spaceId, after / before],
    );
    await client.query('update content.search_space set passages = $2 where space_id = $1', [spaceId, after]);
    await client.query(INDEX);
    await client.query('reset maintenance_work_mem');
    await client.query('vacuum analyze content.search_passage, content.search_term, content.search_word');
  } finally {
    client.release();
  }
}

/** Each page takes the passages of the first one that has the same body. */
const COPY = `
  with indexed as materialized (
    select distinct page_id from content.search_passage where space_id = $1
  ), source as materialized (
    select document, min(page_id) as page_id from content.live_page join indexed using (page_id)
    where space_id = $1 group by document
  ), copied as (
    insert into content.search_passage
      (organization_id, space_id, page_id, ordinal, anchor, heading, description, body, length, terms)
    select passage.organization_id, passage.space_id, page.page_id, ordinal, anchor, passage.heading, description, body,
      length, terms
    from content.live_page page
      join source using (document)
      join content.search_passage passage
        on passage.organization_id = page.organization_id and passage.space_id = $1 and passage.page_id = source.page_id
    where page.space_id = $1 and not exists (select 1 from indexed where indexed.page_id = page.page_id)
    returning 1
  ), before as (
    select count(*)::float8 as count from content.search_passage where space_id = $1
  )
  select before.count as before, before.count + (select count(*) from copied) as after from before`;

/** As src/content/migrations has it. */
const INDEX = `create index search_passage_terms on content.search_passage using gin (terms) with (fastupdate = on)`;
