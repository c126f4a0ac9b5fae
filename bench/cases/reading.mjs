/** Reads: what is asked of Quire is asked of the bare limit as well, which has the same bytes in plain tables. */
import { copySpaces } from '../bare/tables.mjs';
import { contest, LIMIT } from '../contest.mjs';

const TEXT = 'bare, JSON text from the database';
const KEPT = 'bare, keeping answers';
const MEMORY = 'bare, from memory alone';

/** So many pages are read by turns. */
const READ = 500;
const TAG_TARGET = 'ratio ≤ 1.0';

/** Reads pages by id with their Markdown of 4 kB, in a space of 1,000 pages. */
export const pageById = {
  name: 'page by id',
  run: (stage, options) => readPages(stage, options, { linked: false, target: 'ratio ≤ 1.0' }),
};

export const pageWithLinks = {
  name: 'page by id, 3 links',
  run: (stage, options) => readPages(stage, options, { linked: true }),
};

/** The same with the entity tag of what the caller has: 304. */
export const conditionalRead = {
  name: 'conditional read',
  async run(stage, options) {
    const space = await stage.space(1_000);
    const bodies = await pagesOf(stage, space);
    const requests = [...bodies].map(([id, { etag }]) => ({
      path: pathOf(space, id),
      headers: { 'if-none-match': etag },
    }));
    await stage.copyAnswers(requests.map(({ path }) => ({ path })));
    const [bare, memory] = [await stage.startBare('page'), await stage.startBare('answer', 'memory')];
    const results = await contest(
      stage,
      [
        { name: 'Quire', server: stage.quire, requests },
        { name: LIMIT, server: bare, requests },
        { name: MEMORY, server: memory, requests },
      ],
      { ...options, expected: 304 },
    );
    for (const server of [bare, memory]) await stage.stop(server);
    return withTarget(results, TAG_TARGET);
  },
};

async function readPages(stage, options, { linked, target }) {
  const space = await stage.space(1_000, linked);
  const bodies = await pagesOf(stage, space);
  const requests = [...bodies.keys()].map((id) => ({ path: pathOf(space, id) }));
  return withTarget(await against(stage, 'page', requests, options), target);
}

/** The page tree of a space. */
export function pageTree(count) {
  return {
    name: `page tree, ${count.toLocaleString('en')} pages`,
    async run(stage, options) {
      const space = await stage.space(count);
      await stage.copyPages(space);
      const requests = [{ path: `/v1/spaces/${space.id}/content/pages` }];
      return against(stage, 'tree', requests, { ...options, connections: 4 });
    },
  };
}

/** 50 of the 200 spaces of an organization. */
export const listOf50 = {
  name: 'list 50',
  async run(stage, options) {
    const { id } = await stage.api.post('/v1/orgs', { title: 'Many spaces' });
    for (let i = 0; i < 200; i++) await stage.api.post(`/v1/orgs/${id}/spaces`, { title: `Space ${i}`, emoji: '📘' });
    const { items } = await stage.api.get(`/v1/orgs/${id}/spaces?limit=1000`);
    await copySpaces(stage.database, items);
    const requests = [{ path: `/v1/orgs/${id}/spaces?limit=50` }];
    return withTarget(await against(stage, 'spaces', requests, options), 'ratio ≤ 1.2');
  },
};

/**
 * Measures Quire, the bare limit, the one that passes on text, and one that keeps the answers and asks the database only
 * whether they still hold, after seeing that all answer the same.
 */
async function against(stage, name, requests, options) {
  await stage.copyAnswers(requests);
  const bare = [
    [LIMIT, await stage.startBare(name)],
    [TEXT, await stage.startBare(name, 'text')],
    [KEPT, await stage.startBare('answer', 'kept')],
  ];
  const contestants = [['Quire', stage.quire], ...bare].map(([title, server]) => ({ name: title, server, requests }));
  await requireSameAnswers(contestants);
  const results = await contest(stage, contestants, options);
  for (const [, server] of bare) await stage.stop(server);
  return results;
}

/** In the place of where a list goes on, which each server says in its own way. */
const LIST_TOKEN = 'the token of a list';

async function requireSameAnswers(contestants) {
  for (const index of [0, 1, 2].map((third) => Math.floor((contestants[0].requests.length - 1) * (third / 2)))) {
    const answers = contestants.map(async ({ server, requests }) => {
      const { path } = requests[index];
      const answer = await fetch(`http://localhost:${server.port}${path}`, { headers: server.headers });
      return JSON.stringify(await answer.json(), (name, value) => (name === 'page' ? LIST_TOKEN : value));
    });
    const [wanted, ...others] = await Promise.all(answers);
    const different = others.findIndex((text) => text !== wanted);
    if (different >= 0) {
      const { name, requests } = contestants[different + 1];
      const at = [...wanted].findIndex((character, place) => character !== others[different][place]);
      const [expected, found] = [wanted, others[different]].map((text) => text.slice(Math.max(0, at - 100), at + 100));
      throw new Error(`${name} answers ${requests[index].path} otherwise: …${found}… for …${expected}…`);
    }
  }
}

/** The pages of a space as they are read by id, page id → { view, etag }; copied for the bare limit as well. */
async function pagesOf(stage, space) {
  if (!space.bodies) {
    space.bodies = new Map();
    // The last ones have no pages below them, which would be part of the answer.
    for (const id of space.pages.slice(-READ)) {
      const { text, etag } = await stage.api.text(pathOf(space, id));
      space.bodies.set(id, { view: JSON.parse(text), etag });
    }
    await stage.copyPages(space, space.bodies);
  }
  return space.bodies;
}

function pathOf(space, id) {
  return `/v1/spaces/${space.id}/content/page/${id}?format=markdown`;
}

function withTarget(results, target) {
  return results.map((result) => (result.name === 'Quire' && target ? { ...result, target } : result));
}
