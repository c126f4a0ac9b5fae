import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and their tokens, which belong to no organization; organizations and their members. */
export class Organization1790000000101 implements MigrationInterface {
  readonly name = 'Organization1790000000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization."user" (
        id text collate "C" primary key,
        version int not null,
        email text not null unique,
        email_verified boolean not null,
        display_name text not null,
        photo_url text,
        administrator boolean not null,
        created_at timestamptz not null
      );
      create unique index user_administrator on organization."user" (administrator) where administrator;
      create table organization.token (
        id text collate "C" primary key,
        version int not null,
        user_id text collate "C" not null references organization."user" (id) on delete cascade,
        label text not null,
        hash text collate "C" not null unique,
        hint text not null,
        scopes text[],
        created_at timestamptz not null,
        expires_at timestamptz,
        last_used_at timestamptz,
        confined_to text collate "C"
      );
      create index token_of_user on organization.token (user_id, id);
      create table organization.organization (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        title text not null,
        type text not null,
        email_domains text[] not null,
        hostname text,
        use_case text,
        community_type text,
        default_role text,
        default_content jsonb,
        logo text,
        sso boolean not null,
        ai boolean not null,
        invite_links boolean not null,
        merge_rules jsonb not null,
        created_at timestamptz not null,
        primary key (organization_id, id),
        check (organization_id = id)
      );
      create table organization.member (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        user_id text collate "C" not null,
        role text,
        sso boolean not null default false,
        disabled boolean not null default false,
        joined_at timestamptz(3) not null,
        last_seen_at timestamptz(3),
        spaces int not null default 0,
        primary key (organization_id, id),
        check (id = user_id)
      );
      create index member_by_user on organization.member (user_id);
      create index member_by_joining on organization.member (organization_id, joined_at, id);
      create table organization.team_member (
        organization_id text collate "C" not null,
        team_id text collate "C" not null,
        user_id text collate "C" not null,
        role text not null,
        primary key (organization_id, team_id, user_id)
      );
      create index team_member_by_user on organization.team_member (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table organization.team_member, organization.member, organization.organization, organization.token, organization."user"',
    );
  }
}
