import { contest } from '../contest.mjs';

/** So many pages are asked about by turns. */
const ASKED = 200;

/** The first 50 targets of all links of a space of 10,000 pages with three links each, counted and judged each time. */
export const spaceLinks = {
  name: 'links of a space, 10,000 pages',
  run: (stage, options) =>
    ask(stage, { ...options, connections: 4 }, (space) => [{ path: `/v1/spaces/${space.id}/links` }]),
};

/** The links of one page. */
export const pageLinks = {
  name: 'links of a page',
  run: (stage, options) => ask(stage, options, (space) => pagesOf(space, 'links')),
};

/** Where one page is linked from. */
export const backlinks = {
  name: 'backlinks of a page',
  run: (stage, options) => ask(stage, options, (space) => pagesOf(space, 'backlinks')),
};

async function ask(stage, options, requestsOf) {
  const space = await stage.space(10_000, true);
  return contest(stage, [{ name: 'Quire', server: stage.quire, requests: requestsOf(space) }], options);
}

function pagesOf(space, list) {
  return space.pages.slice(0, ASKED).map((id) => ({ path: `/v1/spaces/${space.id}/content/page/${id}/${list}` }));
}
