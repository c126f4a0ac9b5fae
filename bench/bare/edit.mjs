import { readMarkdown, store } from '../../dist/src/content/revisions/infrastructure/text/markdown-tasks.js';

const BEFORE = 'select body from bare.page where space_id = $1 and id = $2 for update';
const WITH_BODY = 'update bare.page set markdown = $3, body = $4 where space_id = $1 and id = $2';
const UPDATE = 'update bare.page set markdown = $3 where space_id = $1 and id = $2';
const EVENT = 'insert into bare.outbox (id, payload) values ($1, $2)';

/**
 * One edit as a transaction of two statements, as it would be without revisions: the page's row, and an outbox row. With
 * `text` it reads the Markdown as Quire does, for which it reads the body before as well.
 */
export function answerer({ pool, publicUrl, text }) {
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
      if (text) {
        const { rows } = await client.query({ name: 'before', text: BEFORE, values: [spaceId, page] });
        const read = readMarkdown(document.markdown);
        const { markdown, body } = store(read.document, new Map(), rows[0].body ?? undefined);
        await client.query({ name: 'body', text: WITH_BODY, values: [spaceId, page, markdown, body] });
      } else {
        await client.query({ name: 'update', text: UPDATE, values: [spaceId, page, document?.markdown ?? title] });
      }
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
