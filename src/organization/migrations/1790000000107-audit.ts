import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit trail of each organization: rows are added, and neither changed nor removed. */
export class Audit1790000000107 implements MigrationInterface {
  readonly name = 'Audit1790000000107';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.audit_event (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        occurred_at timestamptz not null,
        action text not null,
        actor_id text collate "C",
        actor_label text,
        target_type text not null,
        target_id text collate "C" not null,
        target_label text,
        payload jsonb not null,
        source text,
        address text,
        request_id text collate "C",
        primary key (organization_id, id)
      );
      create index audit_event_by_time on organization.audit_event (organization_id, occurred_at, id);
      create index audit_event_by_action on organization.audit_event (organization_id, action, occurred_at, id);
      create index audit_event_by_actor on organization.audit_event (organization_id, actor_id, occurred_at, id);
      create index audit_event_by_target on organization.audit_event (organization_id, target_id, occurred_at, id);

      create function organization.refuse_change() returns trigger language plpgsql as $body$
      begin
        raise exception 'The audit trail takes no changes';
      end $body$;
      create trigger append_only before update or delete on organization.audit_event
        for each row execute function organization.refuse_change();
      create trigger append_only_whole before truncate on organization.audit_event
        for each statement execute function organization.refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization.audit_event; drop function organization.refuse_change');
  }
}
