import { answerOf, eventOf, newId, textOf } from './write.mjs';

const CREATE = `with created as (
    insert into bare.page (space_id, id, title, type, slug, path, markdown, created_at)
    values ($3, $5, $6, 'document', $7, $7, $4, now()))
  insert into bare.outbox (id, payload) values ($1, $2)`;

/** A new page as it would be without revisions: its row and an outbox row, in one statement; the Markdown unread. */
export function answerer({ pool, publicUrl }) {
  return async (request) => {
    const { changes } = JSON.parse(await textOf(request));
    const [{ title, document }] = changes;
    const spaceId = request.url.split('/')[3];
    const page = newId();
    const event = eventOf(spaceId, page);
    const slug = title.toLowerCase().replaceAll(' ', '-');
    const values = [...event, spaceId, document.markdown, page, title, slug];
    await pool.query({ name: 'create', text: CREATE, values });
    return answerOf('inserted_page', event, publicUrl);
  };
}
