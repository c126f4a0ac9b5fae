import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A run of a translation knows which revision of the source it translates. */
export class RunRevision1790000060520 implements MigrationInterface {
  readonly name = 'RunRevision1790000060520';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.translation add run_revision text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.translation drop run_revision');
  }
}
