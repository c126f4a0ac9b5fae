/** What readers of published sites are sent: pages that were drawn before, and 304 where their browser has them. */
import { contest, LIMIT } from '../contest.mjs';
import { publish } from './publishing.mjs';

/** So many pages are read by turns. */
const READ = 100;
const TAKEN = { 'accept-encoding': 'br' };
const MEMORY = 'bare, from memory alone';

/**
 * Reads pages of a site of 1,000 pages as browsers do, beside servers that keep the same bytes: one asks the database
 * whether they still hold, one does not, as Quire, which gets notice of changes.
 */
export const keptPage = {
  name: 'page of a site',
  run: (stage, options) => readPages(stage, options, () => ({}), 200, 'ratio ≤ 1.2'),
};

/** The same with the entity tag of what the browser has. */
export const keptPageAgain = {
  name: 'page of a site that did not change',
  run: (stage, options) => readPages(stage, options, ({ etag }) => ({ 'if-none-match': etag }), 304, 'ratio ≤ 1.2'),
};

async function readPages(stage, options, headersOf, expected, target) {
  const pages = await pagesOf(stage);
  const requests = pages.map((page) => ({ path: page.path, headers: { ...TAKEN, ...headersOf(page) } }));
  const bare = [
    [LIMIT, await stage.startBare('answer', 'kept')],
    [MEMORY, await stage.startBare('answer', 'memory')],
  ];
  const { pid, port } = stage.quire;
  const results = await contest(
    stage,
    [
      { name: 'Quire', server: { pid, port, headers: {} }, requests },
      ...bare.map(([name, server]) => ({ name, server, requests })),
    ],
    { ...options, expected },
  );
  for (const [, server] of bare) await stage.stop(server);
  return results.map((result) => (result.name === 'Quire' ? { ...result, target } : result));
}

/** Pages of a site, each of which was drawn and kept. */
async function pagesOf(stage) {
  stage.sitePages ??= (async () => {
    const space = await stage.space(1_000);
    const { root } = await publish(stage, [space.id], 'Read');
    const { pages: tree } = await stage.api.get(`/v1/spaces/${space.id}/content/pages`);
    const paths = [...pathsIn(tree)].slice(0, READ).map((path) => new URL(path, root).pathname);
    const server = { port: stage.quire.port, headers: {} };
    const requests = paths.map((path) => ({ path, headers: TAKEN }));
    // Twice: what is read once is not looked up quickly yet.
    await stage.copyAnswers(requests, server);
    await stage.copyAnswers(requests, server);
    const { rows } = await stage.database.query('select key, version from bare.answer where key = any($1)', [paths]);
    return rows.map(({ key, version }) => ({ path: key, etag: version }));
  })();
  return stage.sitePages;
}

function* pathsIn(pages) {
  for (const { type, path, pages: below = [] } of pages) {
    if (type === 'document') yield path;
    yield* pathsIn(below);
  }
}
