import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the tree of a repository is shown, and by which provider, as an import or export tells it. */
export class GitTree1790000002115 implements MigrationInterface {
  readonly name = 'GitTree1790000002115';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.git_link add column tree_url text, add column provider text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.git_link drop column tree_url, drop column provider');
  }
}
