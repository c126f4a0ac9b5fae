import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the jobs last came to their end that erase what would grow for ever. */
export class BoundingRuns1790000070820 implements MigrationInterface {
  readonly name = 'BoundingRuns1790000070820';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.bounding_run (
        job text collate "C" primary key,
        first_at timestamptz not null default now(),
        ended_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.bounding_run');
  }
}
