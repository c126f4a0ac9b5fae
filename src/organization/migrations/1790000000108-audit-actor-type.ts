import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What kind of actor an entry of the audit trail names: null for a user, or for the server itself. */
export class AuditActorType1790000000108 implements MigrationInterface {
  readonly name = 'AuditActorType1790000000108';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table organization.audit_event add column actor_type text check (actor_type in ('integration'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table organization.audit_event drop column actor_type');
  }
}
