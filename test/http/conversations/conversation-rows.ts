import type { TestServer } from '#testing/test-server';

/** A conversation, as a row: nothing waits to be done with it. */
export async function makeConversation(server: TestServer, organization: string, label: string) {
  const conversationId = `ticket-${label}`;
  await server.rows(
    `insert into conversations.conversation (organization_id, id, subject, source, url, attributes, parts, content_hash,
       created_at, ingested_at, processed_at)
     values ($1, $2, $3, 'api', 'https://support.example.com/' || $2, '{}',
       jsonb_build_array(jsonb_build_object('type', 'message', 'role', 'user', 'body', $3::text)), $2, now(), now(), now())`,
    [organization, conversationId, label],
  );
  return { conversationId };
}
