import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The streams in which events wait, so that what is due for an integration is found at once. */
export class EventStreams1790000000410 implements MigrationInterface {
  readonly name = 'EventStreams1790000000410';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integrations.event_stream (
        organization_id text collate "C" not null,
        stream text collate "C" not null,
        integration_id text collate "C" not null,
        -- When the first of its events may be delivered.
        due_at timestamptz not null,
        -- How many events were added: a stream is deleted only where none came while its last one was delivered.
        arrivals bigint not null,
        primary key (organization_id, stream)
      );
      create index event_stream_due on integrations.event_stream (integration_id, due_at, stream);

      insert into integrations.event_stream (organization_id, stream, integration_id, due_at, arrivals)
      select distinct on (organization_id, stream) organization_id, stream, integration_id, due_at, 1
      from integrations.integration_event where status = 'waiting' order by organization_id, stream, arrived_at, id;

      do $$
      begin
        if exists (select from integrations.event_stream) then
          perform graphile_worker.add_job('integrations.deliver-events',
            json_build_object('integrationId', integration_id), run_at => clock_timestamp())
          from (select distinct integration_id from integrations.event_stream) waiting;
        end if;
      end
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table integrations.event_stream');
  }
}
