/** Creating pages, in spaces of several sizes and beside many siblings. */
import { contest, cpuOf, LIMIT } from '../contest.mjs';
import { untitledMarkdown } from '../seed/markdown.mjs';

const SIZES = [1_000, 100_000];
export const SIBLINGS = 10_000;
/** Changes of a request. */
const BATCH = 50;
const OUTBOX = 'create table if not exists bare.outbox (id text collate "C" primary key, payload jsonb)';
const FLAT = 'flat ≤ 1.1';
const TARGETS = { 1: `p50 ≤ 5 ms, ${FLAT}`, 10: `≥ 250/s, ${FLAT}` };

export const createPage = {
  name: 'create a page',
  async run(stage, options) {
    const contestants = [];
    for (const size of SIZES) {
      const { id } = await stage.space(size);
      contestants.push({ name: `Quire, ${size.toLocaleString('en')} pages`, space: id });
    }
    contestants.push({ name: `Quire, ${SIBLINGS.toLocaleString('en')} siblings`, space: await wideSpace(stage) });
    await stage.copyPages(await stage.space(SIZES[0]));
    await stage.database.query(OUTBOX);
    const bare = await stage.startBare('create');
    await stage.database.query('vacuum analyze');
    const body = JSON.stringify({
      changes: [{ operation: 'insert_page', title: 'Created {{n}}', document: { markdown: untitledMarkdown(7) } }],
    });
    const results = [];
    for (const connections of [1, 10]) {
      const requestsOf = (space) => [{ method: 'POST', path: `/v1/spaces/${space}/content`, body }];
      const asked = [
        ...contestants.map(({ name, space }) => ({ name, server: stage.quire, requests: requestsOf(space) })),
        { name: LIMIT, server: bare, requests: requestsOf((await stage.space(SIZES[0])).id) },
      ];
      const part = await contest(stage, asked, { ...options, connections });
      const flat = (result) => ({ flat: cpuOf(result) / cpuOf(part[0]), target: TARGETS[connections] });
      results.push(
        ...part.map((result) => ({
          ...result,
          ...(result.name === LIMIT ? {} : flat(result)),
          name: `${result.name}, ${connections} at once`,
        })),
      );
    }
    await stage.stop(bare);
    return results;
  },
};

/** A space whose pages are all at its root; one for all cases. */
export function wideSpace(stage) {
  return (stage.wideSpace ??= makeWide(stage));
}

async function makeWide(stage) {
  const id = await stage.emptySpace('Wide');
  for (let from = 0; from < SIBLINGS; from += BATCH) {
    const changes = Array.from({ length: BATCH }, (_, i) => ({
      operation: 'insert_page',
      title: `Sibling ${from + i}`,
      document: { markdown: 'Short.' },
    }));
    await stage.api.post(`/v1/spaces/${id}/content`, { changes });
  }
  return id;
}
