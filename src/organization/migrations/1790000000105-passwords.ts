import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users sign in with, and the links by which they set it. Both are a user's, and belong to no organization. */
export class Passwords1790000000105 implements MigrationInterface {
  readonly name = 'Passwords1790000000105';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.password (
        user_id text collate "C" primary key references organization."user" (id) on delete cascade,
        version int not null,
        hash text not null,
        failures int not null,
        locked_until timestamptz,
        changed_at timestamptz not null
      );
      create table organization.password_link (
        user_id text collate "C" primary key references organization."user" (id) on delete cascade,
        hash text collate "C" not null unique,
        expires_at timestamptz not null,
        mailed boolean not null,
        mails int not null,
        mails_since timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization.password_link, organization.password');
  }
}
