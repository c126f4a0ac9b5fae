import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tags are part of a revision; until now they were known of the last import of a space alone. */
export class RevisionTags1790000000213 implements MigrationInterface {
  readonly name = 'RevisionTags1790000000213';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content.revision add tags jsonb not null default '[]';
      update content.revision r set tags = o.source::jsonb -> 'tags'
      from content.space_source o
      where o.organization_id = r.organization_id and o.space_id = r.space_id
        and jsonb_array_length(o.source::jsonb -> 'tags') > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.revision drop tags');
  }
}
