/** What readers of published sites are sent: pages that were drawn before, and 304 where their browser has them. */
import { get } from 'node:http';
import { contest, LIMIT } from '../contest.mjs';
import { publish } from './publishing.mjs';

/** So many pages are read by turns. */
const READ = 100;
const TABLE = 'create table if not exists bare.site_page (path text collate "C" primary key, etag text, body bytea)';
const TAKEN = { 'accept-encoding': 'br' };

/** Reads pages of a site of 1,000 pages as browsers do, beside a server that sends the same bytes. */
export const keptPage = {
  name: 'page of a site',
  run: (stage, options) => readPages(stage, options, () => ({}), 200, 'ratio ≤ 2'),
};

/** The same with the entity tag of what the browser has. */
export const keptPageAgain = {
  name: 'page of a site that did not change',
  run: (stage, options) => readPages(stage, options, ({ etag }) => ({ 'if-none-match': etag }), 304, 'ratio ≤ 0.9'),
};

async function readPages(stage, options, headersOf, expected, target) {
  const pages = await pagesOf(stage);
  const requests = pages.map((page) => ({ path: page.path, headers: { ...TAKEN, ...headersOf(page) } }));
  const bare = await stage.startBare('site-page');
  const { pid, port } = stage.quire;
  const results = await contest(
    stage,
    [
      { name: 'Quire', server: { pid, port, headers: {} }, requests },
      { name: LIMIT, server: bare, requests },
    ],
    { ...options, expected },
  );
  await stage.stop(bare);
  return results.map((result) => (result.name === LIMIT ? result : { ...result, target }));
}

/** Pages of a site, each of which was drawn and kept. */
async function pagesOf(stage) {
  stage.sitePages ??= (async () => {
    const space = await stage.space(1_000);
    const { root } = await publish(stage, [space.id], 'Read');
    const { pages: tree } = await stage.api.get(`/v1/spaces/${space.id}/content/pages`);
    const paths = [...pathsIn(tree)].slice(0, READ).map((path) => new URL(path, root).pathname);
    const pages = [];
    await stage.database.query(TABLE);
    for (const path of paths) {
      // Twice: what is read once is not looked up quickly yet.
      await read(stage.quire.port, path);
      const { etag, body } = await read(stage.quire.port, path);
      await stage.database.query('insert into bare.site_page values ($1, $2, $3)', [path, etag, body]);
      pages.push({ path, etag });
    }
    await stage.database.query('vacuum analyze bare.site_page');
    return pages;
  })();
  return stage.sitePages;
}

function* pathsIn(pages) {
  for (const { type, path, pages: below = [] } of pages) {
    if (type === 'document') yield path;
    yield* pathsIn(below);
  }
}

function read(port, path) {
  return new Promise((resolve, reject) => {
    get({ port, path, headers: TAKEN }, async (response) => {
      const pieces = [];
      for await (const piece of response) pieces.push(piece);
      const { statusCode, headers } = response;
      if (statusCode !== 200) return reject(new Error(`${path}: ${statusCode}`));
      return resolve({ etag: headers.etag, body: Buffer.concat(pieces) });
    }).on('error', reject);
  });
}
