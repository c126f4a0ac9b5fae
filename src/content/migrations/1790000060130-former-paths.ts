import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Paths that pages had before they got others, each with the page that had it last. */
export class FormerPaths1790000060130 implements MigrationInterface {
  readonly name = 'FormerPaths1790000060130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.former_path (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        path text collate "C" not null,
        page_id text collate "C" not null,
        left_at timestamptz not null,
        primary key (organization_id, space_id, path)
      );
      create index former_path_page on content.former_path (organization_id, space_id, page_id, left_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.former_path');
  }
}
