import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a change request proposed before it was brought up to date, so that approvals of it still count. */
export class ProposedAlike1790000002050 implements MigrationInterface {
  readonly name = 'ProposedAlike1790000002050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table content.change_request add proposed_alike text[] collate "C" not null default '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content.change_request drop proposed_alike');
  }
}
