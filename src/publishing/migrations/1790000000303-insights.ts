import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happened on sites, told by those who show them to visitors. */
export class Insights1790000000303 implements MigrationInterface {
  readonly name = 'Insights1790000000303';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Without a foreign key: checking it would lock the row of the site for every event. A job removes what is left of
      -- sites that are gone.
      create table publishing.insight_event (
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        -- The hour.
        occurred_at timestamptz not null,
        -- Of the request that told it, and its place there.
        id text collate "C" not null,
        number smallint not null,
        type text collate "C" not null,
        -- Another one every day for the same visitor.
        visitor bigint,
        context text collate "C" not null,
        section_id text collate "C",
        site_space_id text collate "C",
        space_id text collate "C",
        page_id text collate "C",
        device text collate "C" not null,
        referrer text collate "C",
        query text collate "C",
        rating smallint,
        comment text collate "C",
        primary key (organization_id, site_id, occurred_at, id, number)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.insight_event');
  }
}
