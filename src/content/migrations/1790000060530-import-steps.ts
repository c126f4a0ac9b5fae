import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What imports have read that made no revision yet. */
export class ImportSteps1790000060530 implements MigrationInterface {
  readonly name = 'ImportSteps1790000060530';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.import_step (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        id text collate "C" not null,
        ids text,
        readings text,
        created_at timestamptz not null,
        primary key (organization_id, space_id, id)
      );
      create index import_step_created on content.import_step (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.import_step');
  }
}
