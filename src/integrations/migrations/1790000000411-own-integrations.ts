import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which builds of the integrations that come with the server were published. */
export class OwnIntegrations1790000000411 implements MigrationInterface {
  readonly name = 'OwnIntegrations1790000000411';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integrations.own_integration (
        organization_id text collate "C" not null,
        name text collate "C" not null,
        -- The build that was published last; null where it was un-published since, because the settings say so.
        digest text collate "C",
        primary key (organization_id, name)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table integrations.own_integration');
  }
}
