import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which secret key the database is used with: one row, from which the key can't be derived. */
export class SecretKey1790000002225 implements MigrationInterface {
  readonly name = 'SecretKey1790000002225';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.secret_key (
        only_row boolean primary key default true check (only_row),
        fingerprint text not null,
        kept_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.secret_key');
  }
}
