import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The Markdown that pages were imported from, with what was read from it, under hashes that page records hold. */
export class SourceTexts1790000060010 implements MigrationInterface {
  readonly name = 'SourceTexts1790000060010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.source_text (
        organization_id text collate "C" not null,
        hash bytea not null,
        body text not null,
        reading text not null,
        primary key (organization_id, hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.source_text');
  }
}
