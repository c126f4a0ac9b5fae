import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When another revision took the place of one that a space showed: visitors read it a while longer. It is filled in for
 * what was replaced in the last day; what is older is read by nobody else.
 */
export class SupersededRevisions1790000002030 implements MigrationInterface {
  readonly name = 'SupersededRevisions1790000002030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content.revision add superseded_at timestamptz;
      with recursive shown as (
        select r.organization_id, r.id, r.created_at from content.space_head h
        join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
        where r.created_at > now() - interval '1 day'
        union all
        select r.organization_id, r.id, r.created_at from shown s
        join content.revision_parent p
          on p.organization_id = s.organization_id and p.revision_id = s.id and p.ordinal = 0
        join content.revision r on r.organization_id = p.organization_id and r.id = p.parent_id
        where s.created_at > now() - interval '1 day'
      )
      update content.revision r set superseded_at = s.created_at
      from shown s join content.revision_parent p
        on p.organization_id = s.organization_id and p.revision_id = s.id and p.ordinal = 0
      where r.organization_id = p.organization_id and r.id = p.parent_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.revision drop superseded_at');
  }
}
