/** Readers search a site of 10,000 pages: what the dialog asks for while they type, and the page with the results. */
import { contest } from '../contest.mjs';
import { searchQueries } from '../seed/markdown.mjs';
import { TAKEN, publish } from './publishing.mjs';
import { indexed } from './searching.mjs';

const PAGES = 10_000;
const TARGET = 'p99 < 30 ms, ≤ 5 kB';

export const readerSearch = {
  name: 'search of readers, 10,000 pages',
  async run(stage, options) {
    const space = await stage.space(PAGES);
    await indexed(stage, space);
    const { root } = await publish(stage, [space.id], 'Searched');
    const server = { ...stage.quire, headers: {} };
    const asked = (accept) =>
      searchQueries().map((query) => ({
        path: `${new URL(root).pathname}~/search?q=${encodeURIComponent(query)}`,
        headers: { ...TAKEN, accept },
      }));
    const contestants = [
      { name: 'dialog', server, requests: asked('application/json') },
      { name: 'page', server, requests: asked('text/html') },
    ];
    const results = await contest(stage, contestants, options);
    return results.map((result) => ({
      ...result,
      name: `${result.name}, ${(result.bytes / 1_000).toFixed(1)} kB`,
      target: TARGET,
    }));
  },
};
