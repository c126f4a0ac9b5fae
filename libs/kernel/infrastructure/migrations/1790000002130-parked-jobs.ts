import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which jobs run in which process, and how often a process ended while one ran. */
export class ParkedJobs1790000002130 implements MigrationInterface {
  readonly name = 'ParkedJobs1790000002130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.running_job (
        process_id text collate "C" not null,
        job_id bigint not null,
        key text collate "C" not null,
        task text not null,
        payload jsonb not null,
        primary key (process_id, job_id)
      );

      create table kernel.fatal_job (
        key text collate "C" primary key,
        task text not null,
        payload jsonb not null,
        ends int not null,
        last_at timestamptz not null default now(),
        parked_at timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.running_job, kernel.fatal_job');
  }
}
