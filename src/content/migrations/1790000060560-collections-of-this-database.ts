import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The row of a collection names its database; `written_by` told the same in a way that one server alone can. */
export class CollectionsOfThisDatabase1790000060560 implements MigrationInterface {
  readonly name = 'CollectionsOfThisDatabase1790000060560';

  async up(runner: QueryRunner): Promise<void> {
    // `written_by` remains for processes of the version before.
    await runner.query(`
      alter table content.garbage_collection add column database text collate "C";
      alter table content.garbage_collection alter column written_by drop not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from content.garbage_collection;
      alter table content.garbage_collection drop column database;
      alter table content.garbage_collection alter column written_by set not null`);
  }
}
