import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the revisions that were made from one. */
export class ChildrenOfRevisions1790000070851 implements MigrationInterface {
  readonly name = 'ChildrenOfRevisions1790000070851';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists content.revision_parent_child');
    await runner.query(
      'create index concurrently revision_parent_child on content.revision_parent (organization_id, parent_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index content.revision_parent_child');
  }
}
