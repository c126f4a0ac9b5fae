import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites with their structure, their addresses, and what belongs to each: looks, claims, links, keys, redirects. */
export class Sites1790000000301 implements MigrationInterface {
  readonly name = 'Sites1790000000301';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.site (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        type text not null,
        title text not null,
        visibility text not null check (visibility in ('public', 'unlisted', 'share-link', 'visitor-auth')),
        basename text collate "C" not null,
        hostname text collate "C",
        proxy text collate "C",
        published boolean not null,
        published_at timestamptz,
        adaptive_content boolean not null,
        agents_context text not null check (agents_context in ('included', 'excluded')),
        -- Sections, their groups and site spaces, each list in its order.
        structure jsonb not null,
        -- The spaces of the structure, to be found by.
        spaces text[] collate "C" not null,
        -- Counts what ended the visits that were under way: content tokens carry it.
        access int not null,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create unique index site_by_basename on publishing.site (organization_id, basename);
      create index site_by_space on publishing.site using gin (spaces);

      -- Where sites are reached: a host, and the path below which the site is (without slashes at its ends).
      create table publishing.site_address (
        host text collate "C" not null,
        path text collate "C" not null,
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        primary key (host, path),
        foreign key (organization_id, site_id) references publishing.site on delete cascade
      );
      create index site_address_of_site on publishing.site_address (organization_id, site_id);

      -- What is set of the looks of a site (site_space_id '') and of one of its site spaces.
      create table publishing.customization (
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        site_space_id text collate "C" not null,
        settings jsonb not null,
        updated_at timestamptz not null,
        primary key (organization_id, site_id, site_space_id),
        foreign key (organization_id, site_id) references publishing.site on delete cascade
      );
      -- What visitors may claim.
      create table publishing.adaptive_schema (
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        json_schema jsonb not null,
        updated_at timestamptz not null,
        primary key (organization_id, site_id),
        foreign key (organization_id, site_id) references publishing.site on delete cascade
      );
      create table publishing.share_link (
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        id text collate "C" not null,
        name text not null,
        key_hash text collate "C" not null,
        key_sealed text collate "C" not null,
        active boolean not null,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, site_id, id),
        foreign key (organization_id, site_id) references publishing.site on delete cascade
      );
      create index share_link_by_key on publishing.share_link (organization_id, site_id, key_hash);
      -- How visitors show who they are.
      create table publishing.visitor_auth (
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        backend text not null check (backend in ('custom', 'integration')),
        integration text collate "C",
        key_sealed text collate "C" not null,
        fallback_url text,
        logout_url text,
        updated_at timestamptz not null,
        primary key (organization_id, site_id),
        foreign key (organization_id, site_id) references publishing.site on delete cascade
      );
      create table publishing.redirect (
        organization_id text collate "C" not null,
        site_id text collate "C" not null,
        id text collate "C" not null,
        source text collate "C" not null,
        wildcard boolean not null,
        capture_wildcard boolean not null,
        draft boolean not null,
        permanent boolean not null,
        destination jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, site_id, id),
        foreign key (organization_id, site_id) references publishing.site on delete cascade
      );
      create unique index redirect_by_source on publishing.redirect (organization_id, site_id, source, wildcard);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.redirect, publishing.visitor_auth, publishing.share_link, publishing.adaptive_schema,
        publishing.customization, publishing.site_address, publishing.site;
    `);
  }
}
