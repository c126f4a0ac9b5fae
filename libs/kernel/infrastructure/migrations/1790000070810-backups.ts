import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What came of the backups that are written by the schedule: one row, none before the first one. */
export class Backups1790000070810 implements MigrationInterface {
  readonly name = 'Backups1790000070810';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.backup_state (
        id smallint primary key default 1 check (id = 1),
        first_at timestamptz not null default now(),
        good_at timestamptz,
        good_name text,
        good_bytes bigint,
        failures bigint not null default 0,
        failed_at timestamptz,
        failure text
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.backup_state');
  }
}
