/** What it costs that an answer depends on who asks. */
import { contest, withRatio } from '../contest.mjs';
import { searchQueries } from '../seed/markdown.mjs';
import { fill, organizationOf } from '../seed/organization.mjs';

/** In the large organization, of which the caller reaches one space of twenty. */
const SPACES = 10_000;
const REACHED = { level: 200, direct: 100, team: 100, collection: 100 };
/** Searched in every organization. */
const PAGES = 500;

/** Lists what a member reaches by four ways, among 10 spaces and among 10,000. */
export const permissions = {
  name: 'reached spaces, list',
  async run(stage, options) {
    const small = await organizationOf(stage, { level: 4, direct: 2, team: 2, collection: 2 }, 0);
    const middle = await organizationOf(stage, { level: 20, direct: 10, team: 10, collection: 10 }, 0);
    const large = await organizationOf(stage, REACHED, SPACES);
    await stage.database.query('vacuum analyze');
    const listOf = (name, organization, limit, count) => ({
      name,
      server: { ...stage.quire, headers: organization.headers },
      requests: [{ path: `/v1/orgs/${organization.id}/spaces?limit=${limit}` }],
      count,
    });
    const contestants = [
      listOf('10 of 10 spaces', small, 10, 10),
      listOf('10 of 10,000 spaces', large, 10, 10),
      listOf('50 of 50 spaces', middle, 50, 50),
      listOf('50 of 10,000 spaces', large, 50, 50),
      listOf('all 500 reached of 10,000', large, 1000, 500),
    ];
    for (const contestant of contestants) await requireCount(contestant);
    const results = await contest(stage, contestants, options);
    return withRatios(results, '10 of 10 spaces', { '10 of 10,000 spaces': 'ratio ≤ 1.5' });
  },
};

/**
 * Searches all that a member reaches: 500 pages in 10 spaces, the same pages in 10 of 500 that are reached, and the
 * same pages one in each of the 500.
 */
export const permissionsSearch = {
  name: 'reached spaces, search',
  async run(stage, options) {
    const contestants = [];
    for (const [name, ways, others, filled] of [
      ['10 of 10 reached spaces', { level: 4, direct: 2, team: 2, collection: 2 }, 0, 10],
      ['10 of 500 of 10,000', REACHED, SPACES, 10],
      ['500 of 500 of 10,000', REACHED, SPACES, 500],
    ]) {
      const organization = await organizationOf(stage, ways, others);
      await fill(stage, organization, filled, PAGES);
      contestants.push({
        name: `${PAGES} pages in ${name}`,
        server: { ...stage.quire, headers: organization.headers },
        requests: searchQueries().map((query) => ({
          path: `/v1/orgs/${organization.id}/search?limit=20&query=${encodeURIComponent(query)}`,
        })),
      });
    }
    await stage.database.query('vacuum analyze');
    const target = 'ratio ≤ 1.5';
    const targets = Object.fromEntries(contestants.slice(1).map(({ name }) => [name, target]));
    return withRatios(await contest(stage, contestants, options), contestants[0].name, targets);
  },
};

function withRatios(results, base, targets) {
  const others = results.filter(({ name }) => name === base);
  return results.map((result) => ({ ...withRatio(result, others), target: targets[result.name] }));
}

async function requireCount({ name, server, requests, count }) {
  const answer = await fetch(`http://localhost:${server.port}${requests[0].path}`, { headers: server.headers });
  const body = await answer.json();
  if (body.count !== count)
    throw new Error(`${name}: ${count} spaces were to be listed, not ${JSON.stringify(body.count)}`);
}
