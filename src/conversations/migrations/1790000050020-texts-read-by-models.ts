import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which language model found the issues of a conversation, and in which text: the same text has the same issues again. */
export class TextsReadByModels1790000050020 implements MigrationInterface {
  readonly name = 'TextsReadByModels1790000050020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table conversations.conversation add column read_by text collate "C", add column text_hash text collate "C";
      create index conversation_read_by_model on conversations.conversation (organization_id, text_hash)
        where text_hash is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table conversations.conversation drop column read_by, drop column text_hash');
  }
}
