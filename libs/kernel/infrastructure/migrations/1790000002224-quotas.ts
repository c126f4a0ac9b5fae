import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counts of requests and attempts that processes share; unlogged, so a crash of the database may lose them. */
export class Quotas1790000002224 implements MigrationInterface {
  readonly name = 'Quotas1790000002224';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table kernel.quota_use (
        key text collate "C" not null,
        -- Of the window of time in which it was counted.
        ends_at timestamptz not null,
        used int not null,
        primary key (key, ends_at)
      ) with (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.quota_use');
  }
}
