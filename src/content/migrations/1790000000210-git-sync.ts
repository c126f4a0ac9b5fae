import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spaces that follow a Git repository, or are followed by one. */
export class GitSync1790000000210 implements MigrationInterface {
  readonly name = 'GitSync1790000000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.git_sync (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
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
        -- What both sides are known to hold alike.
        base_id text collate "C",
        commit text,
        -- A push whose end was not noted yet.
        pushing_id text collate "C",
        pushing_commit text,
        turn_id text collate "C",
        failures int not null,
        error text,
        notice text,
        change_request_id text collate "C",
        next_at timestamptz,
        synced_at timestamptz,
        updated_at timestamptz not null,
        primary key (organization_id, space_id)
      );
      create index git_sync_hook on content.git_sync (id);
      create index git_sync_next on content.git_sync (next_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.git_sync');
  }
}
