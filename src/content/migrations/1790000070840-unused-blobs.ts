import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bytes of files that are to be deleted once a time has passed, unless something names them then. */
export class UnusedBlobs1790000070840 implements MigrationInterface {
  readonly name = 'UnusedBlobs1790000070840';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.unused_blob (
        organization_id text collate "C" not null,
        hash bytea not null,
        -- By the clock of the database; infinity where they are kept for ever.
        delete_after timestamptz not null,
        primary key (organization_id, hash)
      );
      create index unused_blob_delete_after on content.unused_blob (delete_after);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.unused_blob');
  }
}
