import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What this database has written into the store of files to say that it is its own. */
export class StoreMark1790000070860 implements MigrationInterface {
  readonly name = 'StoreMark1790000070860';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.store_mark (
        single boolean primary key default true check (single),
        -- What the mark may say, the newest first: one that was to be written may be there or not.
        ids text[] not null,
        renewed_at timestamptz not null,
        -- By the clock of the database: until then a copy of it may be at work that is not known yet.
        delete_from timestamptz not null,
        -- The database and the start of its server, by which a copy is told from its original.
        server text not null,
        -- Another database has used the store; until an operator says whose it is.
        disputed_at timestamptz,
        -- When the log last said so.
        reported_at timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.store_mark');
  }
}
