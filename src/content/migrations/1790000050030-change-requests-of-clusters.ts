import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of change requests are filtered by the cluster of issues that they answer; few have one. */
export class ChangeRequestsOfClusters1790000050030 implements MigrationInterface {
  readonly name = 'ChangeRequestsOfClusters1790000050030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index change_request_of_cluster on content.change_request (organization_id, issues_cluster_id, updated_at, id)
        where issues_cluster_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index content.change_request_of_cluster');
  }
}
