import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the walk over the store of files came that looks for bytes which no row names. */
export class StoreWalk1790000070861 implements MigrationInterface {
  readonly name = 'StoreWalk1790000070861';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.store_walk (
        single boolean primary key default true check (single),
        begun_at timestamptz not null,
        -- As the store says it; empty at the begin.
        position text not null,
        ended_at timestamptz,
        -- Of this walk: files that it came by, and those among them that no row names.
        seen bigint not null default 0,
        found bigint not null default 0
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.store_walk');
  }
}
