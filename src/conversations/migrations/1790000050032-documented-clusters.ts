import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clusters are shown with what the documentation says about them, and filtered by it. */
export class DocumentedClusters1790000050032 implements MigrationInterface {
  readonly name = 'DocumentedClusters1790000050032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table conversations.cluster
        -- Whether the documentation answers what it asks; null until that is checked for the first time.
        add column documentation text check (documentation in ('answered', 'answered-badly', 'not-answered')),
        add column documentation_checked_at timestamptz,
        add check ((documentation is null) = (documentation_checked_at is null));
      update conversations.cluster k set documentation = d.status, documentation_checked_at = d.checked_at
      from conversations.cluster_documentation d where d.organization_id = k.organization_id and d.cluster_id = k.id;
      create index cluster_by_documentation on conversations.cluster (organization_id, documentation, issues, id)
        where documentation is not null;
      alter table conversations.cluster_documentation drop column status, drop column checked_at;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table conversations.cluster_documentation add column status text, add column checked_at timestamptz;
      alter table conversations.cluster drop column documentation, drop column documentation_checked_at;
    `);
  }
}
