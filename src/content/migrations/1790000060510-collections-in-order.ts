import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of collections read as many as they show, whatever lies between them. */
export class CollectionsInOrder1790000060510 implements MigrationInterface {
  readonly name = 'CollectionsInOrder1790000060510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index collection_at_root on content.collection (organization_id, id) where parent is null;
      create index collection_open on content.collection (organization_id, id) where level is not null;
      create index collection_open_at_root on content.collection (organization_id, id)
        where level is not null and parent is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index content.collection_at_root, content.collection_open, content.collection_open_at_root',
    );
  }
}
