import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The characters that a print leaves out for want of a font, by their scripts, as JSON; null where there are none. */
export class UnprintedCharacters1790000060095 implements MigrationInterface {
  readonly name = 'UnprintedCharacters1790000060095';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.print add column unprinted text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.print drop column unprinted');
  }
}
