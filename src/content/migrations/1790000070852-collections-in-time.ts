import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A collection of unused content can be wanted for a later time; null is at once. */
export class CollectionsInTime1790000070852 implements MigrationInterface {
  readonly name = 'CollectionsInTime1790000070852';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.garbage_collection add column begins_after timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.garbage_collection drop column begins_after');
  }
}
