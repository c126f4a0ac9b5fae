import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is signed in. Sessions are a user's, and belong to no organization. */
export class Sessions1790000000104 implements MigrationInterface {
  readonly name = 'Sessions1790000000104';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.session (
        id text collate "C" primary key,
        version int not null,
        user_id text collate "C" not null references organization."user" (id) on delete cascade,
        hash text collate "C" not null unique,
        sso_organization text collate "C",
        sso_provider text collate "C",
        created_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index session_of_user on organization.session (user_id, id);
      create index session_of_provider on organization.session (sso_provider) where sso_provider is not null;
      create index session_by_end on organization.session (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization.session');
  }
}
