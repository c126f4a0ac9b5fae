import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ContentGarbage } from '../../domain/content-garbage.js';

/**
 * How long content stays after its last revision is gone: longer than any request or step of a job uses what it read.
 */
const GRACE = '1 hour';
/** How long content that was stored ahead waits for its revision, longer than any import or translation runs. */
const AHEAD = '7 days';
/** Of organizations where only content stored ahead was given up, a collection each time this has passed. */
const PAUSE = '30 days';

/** Whether the row of a collection was written in this database: a copy has another transaction's number. */
export const OF_THIS_DATABASE = '(g.written_by % 4294967296)::text = g.xmin::text';

/**
 * A collection that has marked everything deletes nothing of what is removed from then on, and need not wait for it. One
 * whose row was copied from another database is forgotten, since this makes the row one of this database.
 */
const NOTE = `insert into content.garbage_collection as g (organization_id, wanted, deletes_after, written_by)
  select distinct id, true, now() + interval '${GRACE}', pg_current_xact_id()::text::bigint
  from unnest($1::text[]) id order by id
  on conflict (organization_id) do update set wanted = true, written_by = excluded.written_by,
    phase = case when ${OF_THIS_DATABASE} then g.phase end,
    deletes_after = case when g.phase = 'sweep' and ${OF_THIS_DATABASE} then g.deletes_after else excluded.deletes_after end`;

const FORGET = `with forgotten as (
    delete from content.stored_ahead where (organization_id, id) in (
      select organization_id, id from content.stored_ahead
      where written_at < now() - interval '${AHEAD}' order by written_at limit 5000 for update skip locked
    ) returning organization_id
  )
  select count(*)::int as rows, array(
    select distinct f.organization_id from forgotten f
    left join content.garbage_collection g on g.organization_id = f.organization_id
    where g.ended_at is null or g.ended_at < now() - interval '${PAUSE}'
  ) as organizations from forgotten`;

@Injectable()
export class NotedGarbage extends ContentGarbage {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  async note(organizationIds: readonly string[]): Promise<void> {
    if (organizationIds.length > 0) await this.sql.rows('garbage.note', NOTE, [organizationIds]);
  }

  /** Forgets some of the content stored ahead that no revision came for; returns whether there may be more. */
  async forgetAhead(): Promise<boolean> {
    const row = await this.sql.row<{ rows: number; organizations: string[] }>('garbage.forget-ahead', FORGET);
    await this.note(row?.organizations ?? []);
    return (row?.rows ?? 0) > 0;
  }
}
