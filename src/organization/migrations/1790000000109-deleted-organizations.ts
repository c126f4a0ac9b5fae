import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit trail of an organization that was deleted can be deleted, row by row. That of an organization that exists
 * still takes no changes; nor does that of the server itself, which says what was deleted.
 */
export class DeletedOrganizations1790000000109 implements MigrationInterface {
  readonly name = 'DeletedOrganizations1790000000109';

  async up(runner: QueryRunner): Promise<void> {
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function organization.refuse_change() returns trigger language plpgsql as $body$
      begin
        raise exception 'The audit trail takes no changes';
      end $body$;
    `);
  }
}
