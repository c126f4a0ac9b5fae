const TAG = 'select etag from bare.site_page where path = $1';

/** A compressed page of a site from memory, with one look-up of its version; 304 where the caller has it. */
export function answerer({ pool }) {
  let bodies;
  const read = async () => {
    const { rows } = await pool.query('select path, body from bare.site_page');
    return new Map(rows.map(({ path, body }) => [path, body]));
  };
  return async ({ url, headers: { 'if-none-match': given } }) => {
    const { etag } = (await pool.query({ name: 'tag', text: TAG, values: [url] })).rows[0];
    if (given === etag) return { status: 304, etag };
    bodies ??= await read();
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
    return { body: bodies.get(url), etag, headers };
  };
}
