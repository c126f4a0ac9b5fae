import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the history of a space was thinned. */
export class ThinnedHistory1790000070850 implements MigrationInterface {
  readonly name = 'ThinnedHistory1790000070850';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.thinned_history (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        -- Of revisions up to this one it was asked whether those before them are needed.
        reached text collate "C" not null,
        primary key (organization_id, space_id)
      );

      -- What is answered of a revision names those before it.
      create function content.tell_history_thinned() returns trigger language plpgsql as $body$
      begin
        perform kernel.notify('quire_record_changed', new.space_id);
        return null;
      end $body$;
      create trigger tell_thinned after insert or update on content.thinned_history
        for each row execute function content.tell_history_thinned();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table content.thinned_history;
      drop function content.tell_history_thinned;
    `);
  }
}
