import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Triggers send their notices with this function. A database that is distributed has it without effect, as no node but
 * the one that processes are connected to may send any: there, the process that writes sends them.
 */
export class Notices1790000060540 implements MigrationInterface {
  readonly name = 'Notices1790000060540';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function kernel.notify(channel text, payload text) returns void language plpgsql as $$
      begin
        perform pg_notify(channel, payload);
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function kernel.notify');
  }
}
