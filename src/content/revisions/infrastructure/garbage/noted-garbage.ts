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

/**
 * A collection that has marked everything deletes nothing of what is removed from then on, and need not wait for it. One
 * whose row was copied from another database than $2 is forgotten, since this makes the row one of this database.
 */
const NOTE = `insert into content.garbage_collection as g (organization_id, wanted, deletes_after, database)
  values ($1, true, now() + interval '${GRACE}', $2)
  on conflict (organization_id) do update set wanted = true, database = excluded.database,
    phase = case when g.database = excluded.database then g.phase end,
    deletes_after = case when g.phase = 'sweep' and g.database = excluded.database then g.deletes_after
      else excluded.deletes_after end`;

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
    await this.sql.rows('garbage.note-2', NOTE, [organizationId, await this.database.id()]);
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
