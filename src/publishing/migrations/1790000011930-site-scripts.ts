import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The scripts that integrations put on the pages of a site. */
export class SiteScripts1790000011930 implements MigrationInterface {
  readonly name = 'SiteScripts1790000011930';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table publishing.site add column scripts jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.site drop column scripts');
  }
}
