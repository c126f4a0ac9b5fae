/** What touches many pages of a space at once. */
import { LIMIT } from '../contest.mjs';
import { timed } from '../timed.mjs';

const COPY = `insert into bare.page select $2, p.id, p.place, p.parent, p.title, p.type, p.kind, p.created_at, p.slug, p.hidden,
  p.no_index, p.no_robots_index, p.layout, p.tags, p.document_id, p.path, p.app_url, p.pages, p.markdown, p.etag
  from bare.page p where p.space_id = $1`;
const PATHS = `update bare.page set path = $3 || substr(path, strpos(path, '/')) where space_id = $1 and id = any($2)`;
const SUBTREE = 1_000;

/** A space of 10,000 pages becomes another one with the same content. */
export const duplicating = {
  name: 'duplicate, 10,000 pages',
  async run(stage, { rounds }) {
    const space = await stage.space(10_000);
    await stage.copyPages(space);
    let copies = 0;
    const works = [
      { name: 'Quire', target: '< 2 s', run: () => stage.api.post(`/v1/spaces/${space.id}/duplicate`) },
      { name: LIMIT, run: () => stage.database.query(COPY, [space.id, `copy ${copies++}`]) },
    ];
    return timed(stage, works, { rounds, base: LIMIT });
  },
};

/** A page with a thousand below it goes under another one: all their paths change. */
export const movingSubtree = {
  name: 'move a subtree',
  async run(stage, { rounds }) {
    const space = await stage.space(10_000);
    await stage.copyPages(space);
    const path = `/v1/spaces/${space.id}/content`;
    const { pages: top } = await stage.api.get(`${path}/pages`);
    const change = (page, fields) => stage.api.post(path, { changes: [{ operation: 'update_page', page, ...fields }] });
    const [moved, ...others] = top.sort((a, b) => idsOf(b).length - idsOf(a).length);
    let below = idsOf(moved);
    while (below.length < SUBTREE) {
      const next = others.pop();
      await change(next.id, { into: moved.id });
      below = [...below, ...idsOf(next)];
    }
    const targets = others.slice(0, 2);
    let turn = 0;
    const works = [
      {
        name: `Quire, ${below.length.toLocaleString('en')} pages of 10,000`,
        target: '< 100 ms',
        run: () => change(moved.id, { into: targets[turn++ % 2].id }),
      },
      { name: LIMIT, run: () => stage.database.query(PATHS, [space.id, below, `moved-${turn}`]) },
    ];
    const results = await timed(stage, works, { rounds: rounds * 5, base: LIMIT });
    // The other cases find the tree as it was made.
    await change(moved.id, { into: null });
    return results;
  },
};

const idsOf = (page) => [page.id, ...page.pages.flatMap(idsOf)];
