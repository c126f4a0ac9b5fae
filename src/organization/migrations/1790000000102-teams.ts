import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Teams. Who is in one is a member of the organization: with the member, and with the team, the membership goes. */
export class Teams1790000000102 implements MigrationInterface {
  readonly name = 'Teams1790000000102';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.team (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        title text not null,
        created_at timestamptz not null,
        spaces int not null default 0,
        primary key (organization_id, id)
      );
      alter table organization.team_member
        add check (role in ('owner', 'member')),
        add foreign key (organization_id, team_id) references organization.team (organization_id, id) on delete cascade,
        add foreign key (organization_id, user_id) references organization.member (organization_id, id) on delete cascade;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organization.team_member
        drop constraint team_member_organization_id_user_id_fkey,
        drop constraint team_member_organization_id_team_id_fkey,
        drop constraint team_member_role_check;
      drop table organization.team;
    `);
  }
}
