import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ContentGarbage } from '../../domain/content-garbage.js';
import { ThisDatabase } from './this-database.js';

/**
 * How long content stays after its last revision is gone: longer than any request or step of a job uses what it read.
 */
const GRACE = '1 hour';
/** How long content that was stored ahead waits for its revision, longer than any import or translation runs. */
const AHEAD = '7 days';
/** Of organizations where only content stored ahead was given up, a collection each time this has passed. */
const PAUSE = '30 days';

/** Between the end of a collection and the next one, where only history was thinned since. */
const WEEK = '7 days';

/**
 * A collection that has marked everything deletes nothing of what is removed from then on, and need not wait for it. One
 * whose row was copied from another database than $2 is forgotten, since this makes the row one of this database. The next collection begins at `begins`.
 */
const noteSql = (begins: string): string => `insert into content.garbage_collection as g
    (organization_id, wanted, deletes_after, database)
  values ($1, true, now() + interval '${GRACE}', $2)
  on conflict (organization_id) do update set wanted = true, begins_after = ${begins}, database = excluded.database,
    phase = case when g.database = excluded.database then g.phase end,
    deletes_after = case when g.phase = 'sweep' and g.database = excluded.database then g.deletes_after
      else excluded.deletes_after end`;
const NOTE = noteSql('null');
/**
 * A week after the last collection of the organization $1, null where there was none, and after one that is under way.
 * Citus takes no sums of columns and intervals in `on conflict`. A collection that ends meanwhile makes the next one earlier.
 */
const IN_TIME = `select now() + interval '${GRACE}' + interval '${WEEK}' as "afterThis", (
    select ended_at + interval '${WEEK}' from content.garbage_collection where organization_id = $1) as "afterLast"`;
/** One that is wanted for an earlier time stays so. */
const NOTE_IN_TIME = noteSql(`case when g.wanted and g.begins_after is null then null else
    least(case when g.wanted then g.begins_after end,
      case when g.phase is null then $3::timestamptz else $4::timestamptz end) end`);

/** The organization whose content has waited longest. */
const WAITING = `select organization_id as "organizationId" from content.stored_ahead
  where written_at < now() - interval '${AHEAD}' order by written_at limit 1`;

const FORGET = `with forgotten as (
    delete from content.stored_ahead where organization_id = $1 and id in (
      select id from content.stored_ahead
      where organization_id = $1 and written_at < now() - interval '${AHEAD}'
      order by written_at limit 5000 for update skip locked
    ) returning id
  )
  select count(*)::int as rows, not exists (
    select from content.garbage_collection
    where organization_id = $1 and ended_at >= now() - interval '${PAUSE}'
  ) as wanted from forgotten`;

@Injectable()
export class NotedGarbage extends ContentGarbage {
  constructor(
    private readonly sql: SqlQuery,
    private readonly database: ThisDatabase,
  ) {
    super();
  }

  async note(organizationId: string): Promise<void> {
    await this.sql.rows('garbage.note-3', NOTE, [organizationId, await this.database.id()]);
  }

  /**
   * As `note`, for what is removed night after night: a collection, which reads all content of the organization, begins a
   * week after the last one for it, or at once where there was none since.
   */
  async noteInTime(organizationId: string): Promise<void> {
    const times = await this.sql.row<{ afterLast: Date | null; afterThis: Date }>('garbage.in-time', IN_TIME, [
      organizationId,
    ]);
    await this.sql.rows('garbage.note-in-time-2', NOTE_IN_TIME, [
      organizationId,
      await this.database.id(),
      times?.afterLast,
      times?.afterThis,
    ]);
  }

  /** Forgets some of the content stored ahead that no revision came for; returns whether there may be more. */
  async forgetAhead(): Promise<boolean> {
    const waiting = await this.sql.row<{ organizationId: string }>('garbage.waiting-ahead', WAITING);
    if (!waiting) return false;
    const { organizationId } = waiting;
    const row = await this.sql.row<{ rows: number; wanted: boolean }>('garbage.forget-ahead', FORGET, [organizationId]);
    if (!row || row.rows === 0) return false;
    if (row.wanted) await this.note(organizationId);
    return true;
  }
}
