import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The second factor of users: their passkeys and recovery codes, passkeys that are being added, and sign-ins that wait
 * for it. All are a user's, and belong to no organization.
 */
export class SecondFactor1790000060600 implements MigrationInterface {
  readonly name = 'SecondFactor1790000060600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.passkey (
        id text collate "C" primary key,
        version int not null,
        user_id text collate "C" not null references organization."user" (id) on delete cascade,
        credential_id text collate "C" not null unique,
        public_key text not null,
        counter bigint not null,
        transports text[] not null,
        label text not null,
        created_at timestamptz not null,
        last_used_at timestamptz
      );
      create index passkey_of_user on organization.passkey (user_id, id);
      create table organization.recovery_codes (
        user_id text collate "C" primary key references organization."user" (id) on delete cascade,
        version int not null,
        hashes text[] not null,
        failures int not null,
        locked_until timestamptz,
        created_at timestamptz not null
      );
      create table organization.passkey_registration (
        session_id text collate "C" primary key references organization.session (id) on delete cascade,
        user_id text collate "C" not null references organization."user" (id) on delete cascade,
        challenge text not null,
        label text not null,
        expires_at timestamptz not null
      );
      create index passkey_registration_of_user on organization.passkey_registration (user_id);
      create table organization.pending_sign_in (
        browser text collate "C" primary key,
        user_id text collate "C" not null references organization."user" (id) on delete cascade,
        challenge text not null,
        next text,
        expires_at timestamptz not null
      );
      create index pending_sign_in_of_user on organization.pending_sign_in (user_id);
      create index pending_sign_in_by_end on organization.pending_sign_in (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table organization.pending_sign_in, organization.passkey_registration, organization.recovery_codes,
        organization.passkey
    `);
  }
}
