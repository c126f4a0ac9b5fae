import { Injectable } from '@nestjs/common';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import type { ConversationJson, ConversationState } from '../domain/conversation.js';
import { Conversations } from '../domain/conversations.js';
import { LOCK_CLUSTERS } from './lock-clusters.js';

export const conversationSchema = recordSchema<ConversationState>({
  name: 'Conversation',
  schema: 'conversations',
  tableName: 'conversation',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    subject: { type: 'text', nullable: true },
    source: { type: 'text' },
    url: { type: 'text', nullable: true },
    attributes: { type: 'jsonb' },
    parts: { type: 'jsonb' },
    contentHash: { type: 'text', name: 'content_hash' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    ingestedAt: { type: 'timestamptz', name: 'ingested_at' },
    processedAt: { type: 'timestamptz', name: 'processed_at', nullable: true },
  },
});

/** A conversation without its text. */
export const CONVERSATION_COLUMNS = selectColumns(conversationSchema, 'c', [
  'organizationId',
  'id',
  'subject',
  'source',
  'url',
  'createdAt',
  'processedAt',
]);

/** Most conversations that one statement deletes. */
const MOST_PURGED = 1_000;

@Injectable()
export class ConversationStore extends Conversations {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  /**
   * In the order of their ids: two requests with the same ones wait for each other rather than in a circle. One that
   * began when it came in was sent without a time: then that of the version before stays.
   */
  async store(organizationId: string, conversations: readonly ConversationJson[]): Promise<number> {
    const row = await this.sql.row<{ changed: number }>(
      'conversation.store',
      `with stored as (
         insert into conversations.conversation as c (organization_id, id, subject, source, url, attributes, parts,
           content_hash, created_at, ingested_at)
         select $1, s->>'id', s->>'subject', s->>'source', s->>'url', s->'attributes', s->'parts',
           s->>'contentHash', (s->>'createdAt')::timestamptz, (s->>'ingestedAt')::timestamptz
         from (select text::jsonb from unnest($2::text[]) as sent (text) offset 0) sent (s) order by s->>'id' collate "C"
         on conflict (organization_id, id) do update set subject = excluded.subject, source = excluded.source,
           url = excluded.url, attributes = excluded.attributes, parts = excluded.parts,
           content_hash = excluded.content_hash, created_at = case when excluded.created_at < excluded.ingested_at
             then excluded.created_at else c.created_at end, ingested_at = excluded.ingested_at, processed_at = null
         where c.content_hash <> excluded.content_hash
         returning 1)
       select count(*)::int as changed from stored`,
      [organizationId, textArray(conversations)],
    );
    return row?.changed ?? 0;
  }

  /** The lock of the clusters is taken first, as by all that changes which issues they have. */
  async purge(now: Date): Promise<number> {
    const [first] = await this.sql.rows<{ organizationId: string }>(
      'conversation.purged-organization',
      `select s.organization_id as "organizationId" from conversations.settings s where exists (
         select from conversations.conversation c where c.organization_id = s.organization_id
         and c.created_at < $1::timestamptz - make_interval(days => s.retention_days))
       order by s.organization_id limit 1`,
      [now],
    );
    if (!first) return 0;
    await this.sql.defer('conversation.lock-clusters-2', LOCK_CLUSTERS, [first.organizationId]);
    const rows = await this.sql.rows(
      'conversation.purge',
      `delete from conversations.conversation c using (
         select c.id from conversations.settings s join conversations.conversation c using (organization_id)
         where s.organization_id = $1 and c.created_at < $2::timestamptz - make_interval(days => s.retention_days)
         order by c.created_at limit ${MOST_PURGED}) old
       where c.organization_id = $1 and c.id = old.id returning 1`,
      [first.organizationId, now],
    );
    return rows.length;
  }
}
