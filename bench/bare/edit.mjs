import { readMarkdown, store } from '../../dist/src/content/revisions/infrastructure/text/markdown-tasks.js';
import { answerOf, eventOf, textOf } from './write.mjs';

const EVENT = 'insert into bare.outbox (id, payload) values ($1, $2)';
const MARKDOWN = `with edited as (update bare.page set markdown = $4 where space_id = $3 and id = $5) ${EVENT}`;
const TITLE = `with edited as (update bare.page set title = $4 where space_id = $3 and id = $5) ${EVENT}`;
const BEFORE = 'select body from bare.page where space_id = $1 and id = $2 for update';
const WITH_BODY = `with edited as (update bare.page set markdown = $4, body = $6 where space_id = $3 and id = $5) ${EVENT}`;

/**
 * One edit as it would be without revisions: the page's row and an outbox row, in one statement. The Markdown is kept
 * unread. `reading`: it is read as Quire does, for which the body before is read as well, in a transaction.
 */
export function answerer({ pool, publicUrl, mode }) {
  return async (request) => {
    const { changes } = JSON.parse(await textOf(request));
    const [{ page, title, document }] = changes;
    const spaceId = request.url.split('/')[3];
    const event = eventOf(spaceId, page);
    if (mode === 'reading') {
      await inTransaction(pool, async (client) => {
        const { rows } = await client.query({ name: 'before', text: BEFORE, values: [spaceId, page] });
        const read = readMarkdown(document.markdown);
        const { markdown, body } = store(read.document, new Map(), rows[0].body ?? undefined);
        await client.query({ name: 'body', text: WITH_BODY, values: [...event, spaceId, markdown, page, body] });
      });
    } else if (document) {
      await pool.query({ name: 'markdown', text: MARKDOWN, values: [...event, spaceId, document.markdown, page] });
    } else await pool.query({ name: 'title', text: TITLE, values: [...event, spaceId, title, page] });
    return answerOf('updated_page', event, publicUrl);
  };
}

async function inTransaction(pool, work) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}
