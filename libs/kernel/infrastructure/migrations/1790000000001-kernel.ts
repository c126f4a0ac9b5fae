import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox, the stored responses of idempotent requests, and the processes that are alive. */
export class Kernel1790000000001 implements MigrationInterface {
  readonly name = 'Kernel1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.outbox (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        name text not null,
        payload jsonb not null,
        created_at timestamptz not null default now(),
        attempts int not null default 0,
        next_attempt_at timestamptz not null default now(),
        parked_at timestamptz,
        last_error text,
        primary key (organization_id, id)
      );
      create index outbox_due on kernel.outbox (next_attempt_at, id) where parked_at is null;

      create table kernel.idempotent_request (
        caller text collate "C" not null,
        key text not null,
        request_hash text not null,
        claimed_until timestamptz not null,
        took_effect boolean not null default false,
        status int,
        headers jsonb,
        body text,
        created_at timestamptz not null default now(),
        primary key (caller, key)
      );
      create index idempotent_request_age on kernel.idempotent_request (created_at);

      create table kernel.process (
        id text collate "C" primary key,
        liveness bigint not null,
        job_holders text[] not null default '{}',
        started_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.outbox, kernel.idempotent_request, kernel.process');
  }
}
