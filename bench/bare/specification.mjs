const TEXT = 'select text, etag from bare.specification where slug = $1';

/** The text of a specification, from one row. */
export function answerer({ pool }) {
  return async (request) => {
    const slug = request.url.split('/')[5];
    const [row] = (await pool.query({ name: 'specification', text: TEXT, values: [slug] })).rows;
    return { body: row.text, etag: row.etag };
  };
}
