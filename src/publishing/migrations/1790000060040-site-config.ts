import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the keys of a `docs.yaml` name on the site that it describes. */
export class SiteConfig1790000060040 implements MigrationInterface {
  readonly name = 'SiteConfig1790000060040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.site_config (
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        -- Each key with the type, the id and the space of what it names; those that left the file longest ago first.
        keys jsonb not null,
        updated_at timestamptz not null,
        primary key (organization_id, site_id),
        foreign key (organization_id, site_id) references publishing.site on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.site_config');
  }
}
