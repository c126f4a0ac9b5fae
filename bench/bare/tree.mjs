import { viewOf } from './page.mjs';

const COLUMNS = `select id, title, type, kind, created_at, slug, hidden, no_index, no_robots_index, layout, tags,
  document_id, path, app_url, parent from bare.page where space_id = $1 order by place`;

/** The page tree of a space, put together from its rows; `text`: the text of a tree that the database keeps whole. */
export function answerer({ pool, mode }) {
  return async (request) => {
    const values = [request.url.split('/')[3]];
    if (mode === 'text') {
      const statement = 'select tree as body from bare.tree where space_id = $1';
      return (await pool.query({ name: 'text', text: statement, values })).rows[0];
    }
    const { rows } = await pool.query({ name: 'tree', text: COLUMNS, values });
    const below = new Map();
    const roots = [];
    for (const row of rows) {
      const pages = [];
      below.set(row.id, pages);
      (below.get(row.parent) ?? roots).push({ ...viewOf(row), urls: { app: row.app_url }, pages });
    }
    return { body: JSON.stringify({ pages: roots }) };
  };
}
