const UPDATE = 'update bare.page set markdown = $3 where space_id = $1 and id = $2';
const EVENT = 'insert into bare.outbox (id, payload) values ($1, $2)';

/** One edit as a transaction of two statements, as it would be without revisions: the page's row, and an outbox row. */
export function answerer({ pool, publicUrl }) {
  return async (request) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { changes } = JSON.parse(Buffer.concat(chunks).toString());
    const [{ page, title, document }] = changes;
    const spaceId = request.url.split('/')[3];
    const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`.padEnd(20, '0').slice(0, 20);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name: 'update', text: UPDATE, values: [spaceId, page, document?.markdown ?? title] });
      await client.query({ name: 'event', text: EVENT, values: [id, JSON.stringify({ spaceId, page, revision: id })] });
      await client.query('commit');
    } finally {
      client.release();
    }
    const location = `${publicUrl}/v1/spaces/${spaceId}/content/page/${page}`;
    const change = { kind: 'updated_page', page: { object: 'page', id: page, urls: { location } } };
    return { body: JSON.stringify({ revision: id, changes: [change], insertedFiles: [] }) };
  };
}
