/** What the bare servers that write have in common. */

export async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Id and payload of the row of the outbox. */
export function eventOf(spaceId, page) {
  const id = newId();
  return [id, JSON.stringify({ spaceId, page, revision: id })];
}

export function newId() {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`.padEnd(20, '0').slice(0, 20);
}

/** As Quire answers a change. */
export function answerOf(kind, [id, payload], publicUrl) {
  const { spaceId, page } = JSON.parse(payload);
  const location = `${publicUrl}/v1/spaces/${spaceId}/content/page/${page}`;
  const change = { kind, page: { object: 'page', id: page, urls: { location } } };
  return { body: JSON.stringify({ revision: id, changes: [change], insertedFiles: [] }) };
}
