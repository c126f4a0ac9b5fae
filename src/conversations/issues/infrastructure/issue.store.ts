import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/domain/id';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { LOCK_CLUSTERS } from '../../conversations/infrastructure/reading.js';
import type { IssueState } from '../domain/issue.js';
import { Issues, type ReadResult, type WaitingConversation } from '../domain/issues.js';

export const issueSchema = recordSchema<IssueState>({
  name: 'Issue',
  schema: 'conversations',
  tableName: 'issue',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    conversationId: { type: 'text', name: 'conversation_id' },
    source: { type: 'text' },
    title: { type: 'text' },
    summary: { type: 'text' },
    language: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    ingestedAt: { type: 'timestamptz', name: 'ingested_at' },
    clusterId: { type: 'text', name: 'cluster_id', nullable: true },
    joinedAt: { type: 'timestamptz', name: 'joined_at', nullable: true },
  },
});

/** Bytes of the conversations that are read at a time, but for the last one. */
const MOST_BYTES = 4_000_000;

@Injectable()
export class IssueStore extends Issues {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  waiting(organizationId: string, most: number): Promise<WaitingConversation[]> {
    return this.sql.rows<WaitingConversation & {}>(
      'issue.waiting-conversations',
      `select w.id, w.subject, w.parts, w."contentHash" from (
         select c.id, c.subject, c.parts, c.content_hash as "contentHash", c.ingested_at,
           coalesce(sum(octet_length(c.parts::text)) over (order by c.ingested_at, c.id
             rows between unbounded preceding and 1 preceding), 0) as before
         from (select * from conversations.conversation where organization_id = $1 and processed_at is null
           order by ingested_at, id limit $2) c) w
       where w.before < ${MOST_BYTES} order by w.ingested_at, w.id`,
      [organizationId, most],
    );
  }

  async store(organizationId: string, results: readonly ReadResult[], now: Date): Promise<number> {
    // As all that changes which issues clusters have.
    await this.sql.defer('issue.lock-clusters-2', LOCK_CLUSTERS, [organizationId]);
    const found = results.flatMap(({ conversationId, issues }) =>
      issues.map((issue) => ({ conversationId, ...issue })),
    );
    const row = await this.sql.row<{ stored: number }>(
      'issue.store-2',
      `with processed as (
         update conversations.conversation c set processed_at = $2 from unnest($3::text[], $4::text[]) as r (id, hash)
         where c.organization_id = $1 and c.id = any($3) and c.id = r.id and c.content_hash = r.hash
         returning c.id, c.source, c.created_at
       ), gone as (
         delete from conversations.issue i using processed p
         where i.organization_id = $1 and i.conversation_id = p.id
       ), stored as (
         insert into conversations.issue (organization_id, id, conversation_id, source, title, summary, language,
           created_at, ingested_at)
         select $1, f.id, p.id, p.source, f.title, f.summary, f.language, p.created_at, $2
         from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
           as f (id, conversation_id, title, summary, language) join processed p on p.id = f.conversation_id
         order by f.id returning 1)
       select count(*)::int as stored from stored`,
      [
        organizationId,
        now,
        textArray(results.map(({ conversationId }) => conversationId)),
        textArray(results.map(({ contentHash }) => contentHash)),
        // Issues join clusters in the order of their ids: in that of their conversations.
        textArray(found.map(() => newId()).sort()),
        textArray(found.map(({ conversationId }) => conversationId)),
        textArray(found.map(({ title }) => title)),
        textArray(found.map(({ summary }) => summary)),
        textArray(found.map(({ language }) => language ?? null)),
      ],
    );
    return row?.stored ?? 0;
  }
}
