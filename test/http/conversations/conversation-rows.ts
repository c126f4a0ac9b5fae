import type { TestServer } from '#testing/test-server';

/** A conversation with an issue in a cluster, as rows: reading it by jobs would run those of all other tests, too. */
export async function makeConversation(server: TestServer, organization: string, label: string) {
  const [conversationId, clusterId, issueId] = [`ticket-${label}`, `cluster-${label}`, `issue-${label}`];
  await server.rows(
    `insert into conversations.conversation (organization_id, id, subject, source, url, attributes, parts, content_hash,
       created_at, ingested_at, processed_at)
     values ($1, $2, $3, 'api', 'https://support.example.com/' || $2, '{}',
       jsonb_build_array(jsonb_build_object('type', 'message', 'role', 'user', 'body', $3::text)), $2, now(), now(), now())`,
    [organization, conversationId, label],
  );
  await server.rows(
    `insert into conversations.cluster (organization_id, id, label, summary, icon, created_at, updated_at, issues,
       conversations, described_issues, mass) values ($1, $2, $3, $3, 'comments', now(), now(), 0, 0, 1, 1)`,
    [organization, clusterId, label],
  );
  await server.rows(
    `insert into conversations.issue (organization_id, id, conversation_id, source, title, summary, language, created_at,
       ingested_at, cluster_id, joined_at) values ($1, $2, $3, 'api', $4, $4, 'en', now(), now(), $5, now())`,
    [organization, issueId, conversationId, label, clusterId],
  );
  return { conversationId, clusterId, issueId };
}

let clusters = 0;

/** A cluster of issues with these titles, one a conversation, as rows. Its label is the first. */
export async function makeCluster(server: TestServer, organization: string, titles: readonly string[]) {
  const id = `made-${++clusters}`;
  const label = titles[0] ?? '';
  await server.rows(
    `insert into conversations.cluster (organization_id, id, label, summary, icon, created_at, updated_at, issues,
       conversations, described_issues, mass) values ($1, $2, $3, $3, 'comments', now(), now(), 0, 0, 1, 1)`,
    [organization, id, label],
  );
  await server.rows(
    `insert into conversations.conversation (organization_id, id, source, attributes, parts, content_hash, created_at,
       ingested_at, processed_at)
     select $1, $2 || '-' || place, 'api', '{}', '[]', '', now(), now(), now()
     from unnest($3::text[]) with ordinality as issue (title, place)`,
    [organization, id, titles],
  );
  await server.rows(
    `insert into conversations.issue (organization_id, id, conversation_id, source, title, summary, created_at,
       ingested_at, cluster_id, joined_at)
     select $1, $2 || '-' || place, $2 || '-' || place, 'api', title, title, now(), now(), $2, now()
     from unnest($3::text[]) with ordinality as issue (title, place)`,
    [organization, id, titles],
  );
  return { id, label };
}

/** These pages as what the documentation answers to a cluster. */
export async function notePages(server: TestServer, clusterId: string, spaceId: string, pageIds: readonly string[]) {
  const pages = pageIds.map((pageId) => ({ spaceId, pageId, score: 0.5 }));
  await server.rows(
    `insert into conversations.cluster_documentation (organization_id, cluster_id, pages)
     select organization_id, id, $2 from conversations.cluster where id = $1`,
    [clusterId, JSON.stringify(pages)],
  );
}
