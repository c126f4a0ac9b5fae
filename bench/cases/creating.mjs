/** Creating pages, in spaces of several sizes and beside many siblings. */
import { contest } from '../contest.mjs';
import { pageMarkdown } from '../seed/markdown.mjs';

const SIZES = [1_000, 100_000];
const SIBLINGS = 10_000;
/** Changes of a request. */
const BATCH = 50;
const TARGET = 'p50 ≤ 5 ms, flat (1.1)';

export const createPage = {
  name: 'create a page',
  async run(stage, options) {
    const contestants = [];
    for (const size of SIZES) {
      const { id } = await stage.space(size);
      contestants.push({ name: `Quire, ${size.toLocaleString('en')} pages`, space: id });
    }
    contestants.push({ name: `Quire, ${SIBLINGS.toLocaleString('en')} siblings`, space: await wide(stage) });
    await stage.database.query('vacuum analyze');
    const body = JSON.stringify({
      changes: [{ operation: 'insert_page', title: 'Created {{n}}', document: { markdown: pageMarkdown(7) } }],
    });
    const results = [];
    for (const connections of [1, 10]) {
      const asked = contestants.map(({ name, space }) => ({
        name,
        server: stage.quire,
        requests: [{ method: 'POST', path: `/v1/spaces/${space}/content`, body }],
      }));
      const part = await contest(stage, asked, { ...options, connections });
      results.push(...part.map((result) => ({ ...result, name: `${result.name}, ${connections} at once` })));
    }
    return results.map((result) => ({ ...result, target: TARGET }));
  },
};

/** A space whose pages are all at its root. */
async function wide(stage) {
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
