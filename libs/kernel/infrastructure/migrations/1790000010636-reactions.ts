import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The reactions to each event at the time of this migration, and the queues of those that keep the order of their
 * events.
 */
const REACTIONS: readonly (readonly [event: string, reaction: string, queue?: string])[] = [
  ['kernel.audited', 'organization.keep-audit-event'],
  ['organization.invite-accepted', 'content.grant-to-invited', 'content.follow-members'],
  ['organization.member-removed', 'content.end-grants-of-member', 'content.follow-members'],
  ['organization.team-deleted', 'content.end-grants-of-team'],
  ['content.space-updated', 'publishing.purge-renamed-space'],
  ['content.space-content-updated', 'content.sync-changed-space'],
  ['content.space-content-updated', 'content.follow-translated-space'],
  ['content.space-content-updated', 'publishing.purge-updated-space'],
  ['content.space-deleted', 'publishing.hide-deleted-space', 'publishing.follow-spaces'],
  ['content.space-restored', 'publishing.show-restored-space', 'publishing.follow-spaces'],
  ['content.space-transferred', 'publishing.take-off-transferred-space', 'publishing.follow-spaces'],
  ['content.change-request-updated', 'publishing.purge-updated-change-request'],
  ['content.change-request-merged', 'publishing.purge-merged-change-request'],
  ['publishing.site-updated', 'publishing.purge-updated-site'],
  ['publishing.site-deleted', 'publishing.purge-deleted-site'],
  ['publishing.openapi-spec-updated', 'publishing.purge-updated-openapi-spec'],
  ['publishing.openapi-spec-deleted', 'publishing.purge-deleted-openapi-spec'],
];

/**
 * Each reaction to an event becomes a job of its own. Waiting rows of the outbox become such jobs, and parked ones stay
 * parked. The table remains for processes of an earlier version until they are replaced: a trigger turns what they
 * still write into jobs, and no row stays in it.
 */
export class Reactions1790000010636 implements MigrationInterface {
  readonly name = 'Reactions1790000010636';

  async up(runner: QueryRunner): Promise<void> {
    const reactions = REACTIONS.map(
      ([event, name, queue]) => `('${event}', '${name}', ${queue ? `'${queue}'` : 'null'})`,
    );
    await runner.query(`
      -- Waits until no event is delivered any more by the process that is replaced.
      lock table kernel.outbox in access exclusive mode;

      create function kernel.outbox_to_jobs() returns trigger language plpgsql as $$
      declare
        reaction record;
        job bigint;
      begin
        for reaction in
          select * from (values ${reactions.join(', ')}) as r (event, name, queue) where r.event = new.name
        loop
          select id into job from graphile_worker.add_job(reaction.name, new.payload::json,
            queue_name => reaction.queue, run_at => clock_timestamp(), max_attempts => 10);
          if new.parked_at is not null then
            perform graphile_worker.permanently_fail_jobs(array[job], new.last_error);
          end if;
        end loop;
        return null;
      end
      $$;
      create trigger outbox_to_jobs before insert on kernel.outbox for each row execute function kernel.outbox_to_jobs();

      create temporary table waiting_event on commit drop as select * from kernel.outbox;
      delete from kernel.outbox;
      insert into kernel.outbox select * from waiting_event order by id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger outbox_to_jobs on kernel.outbox; drop function kernel.outbox_to_jobs');
  }
}
