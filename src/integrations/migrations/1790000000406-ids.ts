import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Integrations and installations are found by their ids alone, whatever organization they are of. */
export class IntegrationIds1790000000406 implements MigrationInterface {
  readonly name = 'IntegrationIds1790000000406';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index integration_by_id on integrations.integration (id);
      create index installation_by_id on integrations.installation (id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index integrations.installation_by_id, integrations.integration_by_id');
  }
}
