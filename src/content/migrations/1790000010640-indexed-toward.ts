import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The pages that the search index of a space is being brought to: null where it shows exactly `pages_root`. */
export class IndexedToward1790000010640 implements MigrationInterface {
  readonly name = 'IndexedToward1790000010640';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.indexed_revision add column toward bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.indexed_revision drop column toward');
  }
}
