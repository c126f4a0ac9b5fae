import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files with entries of the audit trail. What such a file covers may be deleted from the table, and nothing else. */
export class AuditExports1790000070830 implements MigrationInterface {
  readonly name = 'AuditExports1790000070830';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.audit_export (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        -- Of the compressed file, by which it is found.
        hash bytea not null,
        size int not null,
        entries int not null,
        -- Of the first and the last entry.
        from_at timestamptz not null,
        through_at timestamptz not null,
        exported_at timestamptz not null default now(),
        primary key (organization_id, id)
      );
      create index audit_export_through on organization.audit_export (organization_id, through_at);
      create or replace function organization.refuse_change() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'DELETE' then
          if old.organization_id <> 'quire' and not exists (
              select from organization.organization o where o.organization_id = old.organization_id) then
            return old;
          end if;
          if exists (
              select from organization.audit_export x where x.organization_id = old.organization_id
                and x.through_at >= old.occurred_at and x.from_at <= old.occurred_at) then
            return old;
          end if;
        end if;
        raise exception 'The audit trail takes no changes';
      end $body$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function organization.refuse_change() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'DELETE' then
          if old.organization_id <> 'quire' and not exists (
              select from organization.organization o where o.organization_id = old.organization_id) then
            return old;
          end if;
        end if;
        raise exception 'The audit trail takes no changes';
      end $body$;
      drop table organization.audit_export;
    `);
  }
}
