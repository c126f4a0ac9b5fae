import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the teams of an organization by their titles, as identity providers do before each change of a group. */
export class TeamTitles1790000060591 implements MigrationInterface {
  readonly name = 'TeamTitles1790000060591';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One that was interrupted left an index that is not valid.
    await runner.query('drop index if exists organization.team_by_title');
    await runner.query('create index concurrently team_by_title on organization.team (organization_id, lower(title))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index organization.team_by_title');
  }
}
