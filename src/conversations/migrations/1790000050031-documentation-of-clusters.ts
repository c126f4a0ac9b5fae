import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the documentation says about clusters of issues. */
export class DocumentationOfClusters1790000050031 implements MigrationInterface {
  readonly name = 'DocumentationOfClusters1790000050031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversations.cluster_documentation (
        organization_id text collate "C" not null,
        cluster_id text collate "C" not null,
        -- Null until it is checked for the first time.
        status text check (status in ('answered', 'answered-badly', 'not-answered')),
        checked_at timestamptz,
        -- The pages that answer best: their ids, those of their spaces, and how well they do.
        pages jsonb not null default '[]',
        -- Since when it is to be checked; null where it is not.
        due_since timestamptz,
        primary key (organization_id, cluster_id),
        check ((status is null) = (checked_at is null)),
        foreign key (organization_id, cluster_id) references conversations.cluster on delete cascade
      );
      create index cluster_documentation_due on conversations.cluster_documentation (organization_id, due_since, cluster_id)
        where due_since is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table conversations.cluster_documentation');
  }
}
