import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Integrations with their versions and pictures, and where they are installed. */
export class Integrations1790000000401 implements MigrationInterface {
  readonly name = 'Integrations1790000000401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integrations.integration (
        -- The organization that publishes it.
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        name text collate "C" not null,
        published boolean not null,
        visibility text not null check (visibility in ('public', 'unlisted', 'private')),
        -- The number of its newest version, from 1.
        release int not null,
        manifest jsonb not null,
        -- The hosts of links that its blocks unfurl, to be found by.
        block_domains text[] collate "C" not null,
        -- Whether this server vouches for it.
        verified boolean not null,
        -- Where its events go in development mode instead of its script.
        tunnel_url text,
        tunnel_all boolean not null,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index integration_listed on integrations.integration (id) where published and visibility = 'public';

      -- Names are unique on the server, and stay with the organization that took one first.
      create table integrations.integration_name (
        name text collate "C" not null primary key,
        organization_id text collate "C" not null,
        integration_id text collate "C" not null,
        foreign key (organization_id, integration_id) references integrations.integration on delete cascade
      );
      create index integration_name_of on integrations.integration_name (organization_id, integration_id);

      -- What was published each time. A version never changes.
      create table integrations.integration_version (
        organization_id text collate "C" not null,
        integration_id text collate "C" not null,
        release int not null,
        manifest jsonb not null,
        script text not null,
        script_sha256 text collate "C" not null,
        secrets_sealed text collate "C" not null,
        published_by text collate "C" not null,
        published_at timestamptz not null,
        primary key (organization_id, integration_id, release),
        foreign key (organization_id, integration_id) references integrations.integration on delete cascade
      );
      alter table integrations.integration_version alter column script set storage external;

      -- Icons and preview pictures, by the hash of their bytes.
      create table integrations.integration_picture (
        organization_id text collate "C" not null,
        integration_id text collate "C" not null,
        sha256 text collate "C" not null,
        media_type text not null,
        bytes bytea not null,
        primary key (organization_id, integration_id, sha256),
        foreign key (organization_id, integration_id) references integrations.integration on delete cascade
      );
      create index integration_picture_by_id on integrations.integration_picture (integration_id, sha256);

      create table integrations.installation (
        -- The organization on which it is installed.
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        integration_id text collate "C" not null,
        status text not null check (status in ('active', 'pending', 'paused')),
        space_selection text not null check (space_selection in ('all', 'selected')),
        site_selection text not null check (site_selection in ('all', 'selected')),
        configuration_sealed text collate "C" not null,
        external_ids text[] not null,
        signing_secret_sealed text collate "C" not null,
        installed_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create unique index installation_once on integrations.installation (organization_id, integration_id);
      create index installation_of_integration on integrations.installation (integration_id, id);

      -- An installation enabled on a space or a site of its organization.
      create table integrations.target_installation (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        installation_id text collate "C" not null,
        kind text not null check (kind in ('space', 'site')),
        target_id text collate "C" not null,
        version int not null,
        integration_id text collate "C" not null,
        status text not null check (status in ('active', 'pending', 'paused')),
        configuration_sealed text collate "C" not null,
        external_ids text[] not null,
        signing_secret_sealed text collate "C" not null,
        installed_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id),
        foreign key (organization_id, installation_id) references integrations.installation on delete cascade
      );
      create unique index target_installation_once on integrations.target_installation
        (organization_id, installation_id, kind, target_id);
      create index target_installation_by_target on integrations.target_installation (organization_id, target_id);
      create index target_installation_of_integration on integrations.target_installation
        (integration_id, kind, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table integrations.target_installation, integrations.installation, integrations.integration_picture,
        integrations.integration_version, integrations.integration_name, integrations.integration;
    `);
  }
}
