import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invites, the subdomains of organizations, what agents are told, and the look-up of organizations by e-mail domain. */
export class Invites1790000000103 implements MigrationInterface {
  readonly name = 'Invites1790000000103';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.invite (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        email text,
        target_type text not null,
        target_id text collate "C",
        role text,
        sso boolean not null,
        secret_hash text collate "C",
        created_by text collate "C" not null,
        created_at timestamptz not null,
        expires_at timestamptz,
        accepted_by text collate "C",
        accepted_at timestamptz,
        primary key (organization_id, id),
        unique (organization_id, email)
      );
      create index invite_by_secret on organization.invite (secret_hash) where secret_hash is not null;
      create index invite_by_email on organization.invite (email) where email is not null;
      create index invite_link_by_id on organization.invite (id) where email is null;
      create index invite_expiry on organization.invite (expires_at) where expires_at is not null;

      create table organization.subdomain (
        subdomain text collate "C" primary key,
        organization_id text collate "C" not null unique
      );

      create table organization.agent_instructions (
        organization_id text collate "C" primary key,
        instructions jsonb not null,
        updated_at timestamptz not null,
        updated_by text collate "C" not null
      );

      create index organization_by_email_domain on organization.organization using gin (email_domains);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index organization.organization_by_email_domain;
      drop table organization.agent_instructions, organization.subdomain, organization.invite;
    `);
  }
}
