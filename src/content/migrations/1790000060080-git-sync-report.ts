import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the latest import of a sync did, and could not take, as JSON. */
export class GitSyncReport1790000060080 implements MigrationInterface {
  readonly name = 'GitSyncReport1790000060080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.git_sync add column report text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.git_sync drop column report');
  }
}
