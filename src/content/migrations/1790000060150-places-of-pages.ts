import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a new page needs to know without reading its siblings or counting its space. */
export class PlacesOfPages1790000060150 implements MigrationInterface {
  readonly name = 'PlacesOfPages1790000060150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index live_page_slug on content.live_page (organization_id, space_id, parent_id, slug);
      alter table content.space_head add column pages int not null default 0;
      update content.space_head h set pages = counted.pages from (
        select organization_id, space_id, count(*)::int as pages from content.live_page group by 1, 2
      ) counted where h.organization_id = counted.organization_id and h.space_id = counted.space_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index content.live_page_slug;
      alter table content.space_head drop column pages`);
  }
}
