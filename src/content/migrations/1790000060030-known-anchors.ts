import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Documents list the anchors that their headings are known by from here on, and those that are there get them: a worker
 * does that while the server answers, and until then links by such anchors are reported as broken, as before.
 */
export class KnownAnchors1790000060030 implements MigrationInterface {
  readonly name = 'KnownAnchors1790000060030';

  async up(runner: QueryRunner): Promise<void> {
    // Where nothing was ever installed, there is no queue yet, and no space either.
    await runner.query(`
      do $$ begin
        if exists (select from content.space) then
          perform graphile_worker.add_job('content.list-anchors', json_build_object('organizationId', organization_id))
          from (select distinct organization_id from content.space) s;
        end if;
      end $$`);
  }

  /** Earlier versions pass over the anchors that they do not know. */
  async down(): Promise<void> {}
}
