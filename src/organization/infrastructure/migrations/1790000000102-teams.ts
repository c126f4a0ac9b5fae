import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Teams of an organization. */
export class Teams1790000000102 implements MigrationInterface {
  readonly name = 'Teams1790000000102';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization.team (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        title text not null,
        spaces int not null default 0,
        created_at timestamptz not null,
        primary key (organization_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization.team');
  }
}
