import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The number of the transaction that writes a row. */
const THIS_TRANSACTION = 'pg_current_xact_id()::text::bigint';

/** What the collection of stored content needs that no revision refers to. */
export class Garbage1790000060500 implements MigrationInterface {
  readonly name = 'Garbage1790000060500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Null for revisions that were there before, by which the index has nothing to hold when it is made.
      alter table content.revision add column written_by bigint;
      create index revision_written_by on content.revision (organization_id, written_by) where written_by is not null;
      alter table content.revision alter column written_by set default ${THIS_TRANSACTION};

      -- Hashes of content that was stored before the revision that will refer to it.
      create table content.stored_ahead (
        organization_id text collate "C" not null,
        id text collate "C" not null default gen_random_uuid()::text,
        hashes bytea[] not null,
        written_by bigint not null default ${THIS_TRANSACTION},
        written_at timestamptz not null default now(),
        primary key (organization_id, id)
      );
      create index stored_ahead_written_by on content.stored_ahead (organization_id, written_by);
      create index stored_ahead_written_at on content.stored_ahead (written_at);

      create table content.garbage_collection (
        organization_id text collate "C" not null,
        -- Null between two collections.
        phase text,
        -- Whether there may be garbage that the current collection does not find.
        wanted boolean not null,
        -- The current collection deletes nothing before.
        deletes_after timestamptz not null,
        -- All revisions of transactions before this one are marked, or come after the position.
        seen_before bigint,
        position text collate "C" not null default '',
        -- The transaction that wrote this row; it differs where the row was copied from another database.
        written_by bigint not null,
        ended_at timestamptz,
        primary key (organization_id)
      );
      create table content.garbage_mark (
        organization_id text collate "C" not null,
        is_node boolean not null,
        hash bytea not null,
        -- Whether what it refers to is marked too.
        walked boolean not null,
        primary key (organization_id, is_node, hash)
      );
      create index garbage_mark_unwalked on content.garbage_mark (organization_id) where not walked;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table content.garbage_mark, content.garbage_collection, content.stored_ahead;
      alter table content.revision drop column written_by;
    `);
  }
}
