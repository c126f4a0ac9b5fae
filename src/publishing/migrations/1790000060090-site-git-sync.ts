import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites that are kept in step with a `docs.yaml` of a repository. */
export class SiteGitSync1790000060090 implements MigrationInterface {
  readonly name = 'SiteGitSync1790000060090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.site_git_sync (
        organization_id text collate "C" not null,
        -- Of no foreign key: what the sync has set up is ended after its site was deleted.
        site_id text collate "C" not null,
        -- The name of its hook.
        id text collate "C" not null,
        direction text not null,
        url text not null,
        ref text not null,
        folder text,
        -- The address with its credentials, sealed.
        remote text not null,
        set_by text collate "C" not null,
        state text not null,
        -- The file at which both were alike, and its commit.
        path text,
        config text,
        commit text,
        -- What the file is after a push whose end was not noted yet.
        pushing text,
        -- The spaces whose own syncs it has set.
        spaces text[] not null,
        report text,
        turn_id text collate "C",
        failures int not null,
        error text,
        notice text,
        next_at timestamptz,
        synced_at timestamptz,
        updated_at timestamptz not null,
        primary key (organization_id, site_id)
      );
      create index site_git_sync_hook on publishing.site_git_sync (id);
      create index site_git_sync_next on publishing.site_git_sync (next_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.site_git_sync');
  }
}
