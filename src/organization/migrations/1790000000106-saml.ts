import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity providers, sign-ins that were begun by them, and the assertions that were brought. */
export class Saml1790000000106 implements MigrationInterface {
  readonly name = 'Saml1790000000106';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.saml_provider (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        label text not null,
        entity_id text collate "C" not null,
        sso_url text not null,
        certificate text not null,
        default_team text collate "C",
        default_role text,
        created_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index saml_provider_by_id on organization.saml_provider (id);
      create table organization.saml_sign_in (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        provider_id text collate "C" not null,
        browser text collate "C" not null,
        next text not null,
        expires_at timestamptz not null,
        ticket text collate "C",
        email text,
        display_name text,
        primary key (organization_id, id),
        foreign key (organization_id, provider_id) references organization.saml_provider (organization_id, id)
          on delete cascade
      );
      create index saml_sign_in_of_provider on organization.saml_sign_in (provider_id);
      create index saml_sign_in_by_ticket on organization.saml_sign_in (ticket) where ticket is not null;
      create index saml_sign_in_by_end on organization.saml_sign_in (expires_at);
      create table organization.saml_assertion (
        organization_id text collate "C" not null,
        provider_id text collate "C" not null,
        hash text collate "C" not null,
        expires_at timestamptz not null,
        primary key (organization_id, provider_id, hash),
        foreign key (organization_id, provider_id) references organization.saml_provider (organization_id, id)
          on delete cascade
      );
      create index saml_assertion_by_end on organization.saml_assertion (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization.saml_assertion, organization.saml_sign_in, organization.saml_provider');
  }
}
