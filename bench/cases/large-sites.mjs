/** A site of 100 spaces with 1,000 pages each, beside one of a single space of 1,000. */
import { contest, withRatio } from '../contest.mjs';
import { copiesOf } from '../seed/copy-spaces.mjs';
import { searchQueries } from '../seed/markdown.mjs';
import { publish, requestsOf, TAKEN } from './publishing.mjs';
import { indexed } from './searching.mjs';

const PAGES = 1_000;
const SPACES = 100;
const SMALL = '1 space, 1,000 pages';
const LARGE = '100 spaces, 100,000 pages';
const FLAT = 'ratio ≤ 1.5';

/** Resolves URLs of pages. */
export const resolvingLarge = besides('large site: published URL', { connections: 50 }, (site) => requestsOf(site));

/** Reads all that a renderer must know. */
export const profileOfLarge = besides('large site: published site', {}, ({ path, visitor }) => [
  { path: `${path}/published`, headers: { ...visitor, ...TAKEN } },
]);

/** Searches all of it as a visitor. */
export const searchOfLarge = besides('large site: search', {}, ({ path, visitor }) =>
  searchQueries().map((query) => ({
    method: 'POST',
    path: `${path}/search?limit=20`,
    headers: { ...visitor, 'content-type': 'application/json' },
    body: JSON.stringify({ query, scope: { mode: 'all' } }),
  })),
);

function besides(name, more, requests) {
  return {
    name,
    async run(stage, options) {
      const { small, large } = await sitesOf(stage);
      const server = { ...stage.quire, headers: {} };
      const contestants = [
        { name: SMALL, server, requests: requests(small) },
        { name: LARGE, server, requests: requests(large) },
      ];
      const results = await contest(stage, contestants, { ...options, ...more });
      const [least] = results;
      return results.map((result) => ({ ...withRatio(result, [least]), ...(result !== least && { target: FLAT }) }));
    },
  };
}

export async function sitesOf(stage) {
  if (!stage.largeSites) {
    const space = await stage.space(PAGES);
    await indexed(stage, space);
    const spaces = await copiesOf(stage, space, SPACES);
    const site = async (ids, title) => {
      const published = await publish(stage, ids, title);
      return { ...published, visitor: { authorization: `Bearer ${published.token}` } };
    };
    stage.largeSites = { small: await site([space.id], 'Small'), large: await site(spaces, 'Large') };
    await stage.database.query('vacuum analyze');
  }
  return stage.largeSites;
}
