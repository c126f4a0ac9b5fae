const PAGE = /\/page\/([^?]+)/;

const COLUMNS = `select id, title, type, kind, created_at, slug, hidden, no_index, no_robots_index, layout, tags,
  document_id, path, app_url, pages, markdown, etag from bare.page where space_id = $1 and id = $2`;

const TEXT = `select row_to_json(view)::text as text, etag from (
  select id, title, type, kind, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    slug, hidden, no_index as "noIndex", no_robots_index as "noRobotsIndex", layout, tags, document_id as "documentId",
    path, ('{"app":' || to_json(app_url) || '}')::json as urls, pages, markdown
  from bare.page where space_id = $1 and id = $2) view, bare.page p where p.space_id = $1 and p.id = $2`;

const TAG = 'select etag from bare.page where space_id = $1 and id = $2';

/** A page by its id with its Markdown; 304 where the caller has it. `text`: PostgreSQL writes the JSON. */
export function answerer({ pool, mode }) {
  return async (request) => {
    const values = [request.url.split('/')[3], PAGE.exec(request.url)[1]];
    const given = request.headers['if-none-match'];
    if (given !== undefined) {
      const { etag } = (await pool.query({ name: 'tag', text: TAG, values })).rows[0];
      if (given === etag) return { status: 304, etag };
    }
    if (mode === 'text') {
      const [row] = (await pool.query({ name: 'text', text: TEXT, values })).rows;
      return { body: row.text, etag: row.etag };
    }
    const [row] = (await pool.query({ name: 'page', text: COLUMNS, values })).rows;
    const body = JSON.stringify({
      ...viewOf(row),
      urls: { app: row.app_url },
      pages: row.pages,
      markdown: row.markdown,
    });
    return { body, etag: row.etag };
  };
}

/** The members of a page that lists and trees show as well. */
export function viewOf(row) {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    kind: row.kind,
    createdAt: row.created_at,
    slug: row.slug,
    hidden: row.hidden,
    noIndex: row.no_index,
    noRobotsIndex: row.no_robots_index,
    layout: row.layout,
    tags: row.tags,
    documentId: row.document_id,
    path: row.path,
  };
}
