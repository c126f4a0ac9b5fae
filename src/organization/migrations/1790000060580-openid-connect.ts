import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Providers of OpenID Connect, sign-ins that were begun at them, and the sessions there behind those here. */
export class OpenIdConnect1790000060580 implements MigrationInterface {
  readonly name = 'OpenIdConnect1790000060580';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.oidc_provider (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        label text not null,
        issuer text not null,
        client_id text collate "C" not null,
        scopes text[] not null,
        groups_claim text not null,
        group_rules jsonb not null,
        default_team text collate "C",
        default_role text,
        created_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index oidc_provider_by_id on organization.oidc_provider (id);
      create table organization.oidc_client_secret (
        organization_id text collate "C" not null,
        provider_id text collate "C" not null,
        secret_sealed text collate "C" not null,
        primary key (organization_id, provider_id),
        foreign key (organization_id, provider_id) references organization.oidc_provider (organization_id, id)
          on delete cascade
      );
      create table organization.oidc_sign_in (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        provider_id text collate "C" not null,
        browser text collate "C" not null,
        next text not null,
        expires_at timestamptz not null,
        primary key (organization_id, id),
        foreign key (organization_id, provider_id) references organization.oidc_provider (organization_id, id)
          on delete cascade
      );
      create index oidc_sign_in_by_state on organization.oidc_sign_in (id);
      create index oidc_sign_in_of_provider on organization.oidc_sign_in (provider_id);
      create index oidc_sign_in_by_end on organization.oidc_sign_in (expires_at);
      create table organization.oidc_session (
        organization_id text collate "C" not null,
        session_id text collate "C" not null references organization.session (id) on delete cascade,
        provider_id text collate "C" not null,
        subject text collate "C" not null,
        sid text collate "C",
        id_token_sealed text collate "C" not null,
        primary key (organization_id, session_id)
      );
      create index oidc_session_by_id on organization.oidc_session (session_id);
      create index oidc_session_of_subject on organization.oidc_session (provider_id, subject);
      create index oidc_session_of_sid on organization.oidc_session (provider_id, sid) where sid is not null;
      create table organization.oidc_logout_token (
        organization_id text collate "C" not null,
        provider_id text collate "C" not null,
        hash text collate "C" not null,
        expires_at timestamptz not null,
        primary key (organization_id, provider_id, hash),
        foreign key (organization_id, provider_id) references organization.oidc_provider (organization_id, id)
          on delete cascade
      );
      create index oidc_logout_token_by_end on organization.oidc_logout_token (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table organization.oidc_logout_token, organization.oidc_session, organization.oidc_sign_in,
      organization.oidc_client_secret, organization.oidc_provider`);
  }
}
