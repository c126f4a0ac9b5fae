import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the oldest events, whichever site they are of. */
export class OldInsights1790000070821 implements MigrationInterface {
  readonly name = 'OldInsights1790000070821';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists publishing.insight_event_by_time');
    await runner.query('create index concurrently insight_event_by_time on publishing.insight_event (occurred_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index publishing.insight_event_by_time');
  }
}
