import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a space is published, as the context that publishes tells it. */
export class PublishedSpaces1790000000211 implements MigrationInterface {
  readonly name = 'PublishedSpaces1790000000211';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content.space add published_url text, add published_visibility text
        check (published_visibility in ('public', 'unlisted', 'share-link', 'visitor-auth'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.space drop published_url, drop published_visibility');
  }
}
