import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What language models have answered. */
export class ModelAnswers1790000050040 implements MigrationInterface {
  readonly name = 'ModelAnswers1790000050040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversations.model_answer (
        organization_id text collate "C" not null,
        -- SHA-256 of the model's name and all it was asked.
        hash text collate "C" not null,
        text text not null,
        answered_at timestamptz not null,
        primary key (organization_id, hash)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table conversations.model_answer');
  }
}
