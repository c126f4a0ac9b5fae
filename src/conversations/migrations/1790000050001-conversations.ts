import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations with support, masked, and how long an organization keeps them. */
export class Conversations1790000050001 implements MigrationInterface {
  readonly name = 'Conversations1790000050001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversations.conversation (
        organization_id text collate "C" not null,
        -- As the sender names it.
        id text collate "C" not null,
        subject text,
        source text collate "C" not null,
        url text,
        attributes jsonb not null,
        parts jsonb not null,
        -- SHA-256 of what was sent, after masking.
        content_hash text collate "C" not null,
        created_at timestamptz not null,
        ingested_at timestamptz not null,
        processed_at timestamptz,
        primary key (organization_id, id)
      );
      create index conversation_latest on conversations.conversation (organization_id, created_at, id);
      create index conversation_of_source on conversations.conversation (organization_id, source, created_at, id);
      create index conversation_waiting on conversations.conversation (organization_id, ingested_at, id)
        where processed_at is null;

      create table conversations.settings (
        organization_id text collate "C" not null primary key,
        -- For how many days after they began conversations are kept; null for ever.
        retention_days int check (retention_days > 0)
      );

      -- Whatever changes which issues clusters have takes this lock first: it is kept until the transaction ends.
      create function conversations.lock_clusters(org text) returns void language sql as $body$
        select pg_advisory_xact_lock(hashtextextended('conversations.clusters ' || org, 0));
      $body$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table conversations.conversation, conversations.settings;
      drop function conversations.lock_clusters
    `);
  }
}
