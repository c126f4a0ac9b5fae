import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tokens with which identity providers provision members and teams, and what a provider says of each that belongs to
 * this organization alone. It goes with the member or the team.
 */
export class Provisioning1790000060590 implements MigrationInterface {
  readonly name = 'Provisioning1790000060590';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.scim_token (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        label text not null,
        hash text collate "C" not null,
        hint text not null,
        created_at timestamptz not null,
        expires_at timestamptz,
        last_used_at timestamptz,
        primary key (organization_id, id)
      );
      create index scim_token_hash on organization.scim_token (hash);
      create table organization.scim_user (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        external_id text collate "C",
        given_name text,
        family_name text,
        formatted_name text,
        changed_at timestamptz not null,
        primary key (organization_id, id),
        foreign key (organization_id, id) references organization.member (organization_id, id) on delete cascade
      );
      create index scim_user_external on organization.scim_user (organization_id, external_id);
      create table organization.scim_group (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        external_id text collate "C",
        changed_at timestamptz not null,
        primary key (organization_id, id),
        foreign key (organization_id, id) references organization.team (organization_id, id) on delete cascade
      );
      create index scim_group_external on organization.scim_group (organization_id, external_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization.scim_group, organization.scim_user, organization.scim_token');
  }
}
