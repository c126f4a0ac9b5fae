import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The events that scripts of integrations receive, with what came of each. */
export class IntegrationEvents1790000000402 implements MigrationInterface {
  readonly name = 'IntegrationEvents1790000000402';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integrations.integration_event (
        -- Of the installation; of the integration where the event concerns no installation.
        organization_id text collate "C" not null,
        id text collate "C" not null,
        integration_id text collate "C" not null,
        installation_id text collate "C",
        -- The events of a stream are delivered one after the other: those of an installation that are about the same
        -- space, the same site, or neither.
        stream text collate "C" not null,
        target_kind text check (target_kind in ('space', 'site')),
        target_id text collate "C",
        type text not null,
        payload jsonb not null,
        -- The configuration before, as the installation had it encrypted, and the record it was encrypted for.
        previous_sealed text collate "C",
        previous_place text collate "C",
        status text not null check (status in ('waiting', 'success', 'failed')),
        attempts int not null,
        depth int not null,
        due_at timestamptz not null,
        arrived_at timestamptz not null default clock_timestamp(),
        created_at timestamptz not null,
        finished_at timestamptz,
        logs jsonb not null,
        primary key (organization_id, id)
      );
      create index integration_event_waiting on integrations.integration_event (organization_id, stream, arrived_at, id)
        where status = 'waiting';
      create index integration_event_tasks on integrations.integration_event (integration_id)
        where status = 'waiting' and type = 'task';
      create index integration_event_listed on integrations.integration_event (integration_id, id)
        where attempts > 0;
      create index integration_event_finished on integrations.integration_event (finished_at)
        where finished_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table integrations.integration_event');
  }
}
