import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which spaces and collections stand beside each other: by rank, in one collection or organization. */
export class Order1790000000205 implements MigrationInterface {
  readonly name = 'Order1790000000205';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content.space add column rank text collate "C" not null default 'a0';
      alter table content.collection add column rank text collate "C" not null default 'a0';
      create index space_in_order on content.space (organization_id, (coalesce(parent, '')), rank, id);
      create index collection_in_order on content.collection (organization_id, (coalesce(parent, '')), rank, id);
      create index space_open_in_order on content.space (organization_id, parent, rank, id)
        where deleted_at is null and level is not null and parent is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index content.space_in_order, content.collection_in_order, content.space_open_in_order;
      alter table content.collection drop column rank;
      alter table content.space drop column rank;
    `);
  }
}
