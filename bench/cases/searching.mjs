import { setTimeout as sleep } from 'node:timers/promises';
import { contest } from '../contest.mjs';
import { searchQueries } from '../seed/markdown.mjs';
import { copyIndex } from '../seed/copy-index.mjs';
import { freePort } from '../stage.mjs';

const INDEXED = `select 1 from content.indexed_revision i
  join content.space_head h on h.organization_id = i.organization_id and h.space_id = i.space_id
  join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
  where i.space_id = $1 and i.pages_root = r.pages_root`;

const PASSAGES = `select passages::int from content.search_space where space_id = $1`;
/** Pages beyond which only some are indexed by a worker, and passages that this comes to at least. */
const MOST_PAGES = 10_000;
const SOME_PASSAGES = 90_000;

/** Searches of different kinds in a space, 20 hits each. */
export const searchOf = (count) => ({
  name: `search, ${count.toLocaleString('en')} pages`,
  async run(stage, options) {
    const space = await stage.space(count);
    await (count > MOST_PAGES ? partlyIndexed(stage, space) : indexed(stage, space));
    const requests = searchQueries().map((query) => ({
      path: `/v1/spaces/${space.id}/search?limit=20&query=${encodeURIComponent(query)}`,
    }));
    const results = await contest(stage, [{ name: 'Quire', server: stage.quire, requests }], options);
    return results.map((result) => ({ ...result, target: count === 1_000 ? '< 3 ms each' : undefined }));
  },
});

/** Whether the search index of a space is up to date. */
export const isIndexed = async (stage, spaceId) => (await stage.database.query(INDEXED, [spaceId])).rows.length > 0;

/** Lets a worker bring the search index of a space up to date. */
export async function indexed(stage, space) {
  await stage.keepJobsOf(space.id);
  const worker = await stage.startQuire('worker', await freePort());
  while (!(await isIndexed(stage, space.id))) await sleep(200);
  await stage.stop(worker);
  await stage.database.query('vacuum analyze content.search_passage, content.search_term, content.search_word');
}

/** Lets a worker index a part of a space, and completes it. */
async function partlyIndexed(stage, space) {
  await stage.keepJobsOf(space.id);
  const worker = await stage.startQuire('worker', await freePort());
  const passages = async () => (await stage.database.query(PASSAGES, [space.id])).rows[0]?.passages ?? 0;
  while ((await passages()) < SOME_PASSAGES) await sleep(500);
  await stage.stop(worker);
  await copyIndex(stage.database, space.id);
}
