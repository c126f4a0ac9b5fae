import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Insights } from '../../domain/insights/insights.js';
import type { SiteEvent } from '../../domain/insights/site-event.js';

const HOUR_MS = 3_600_000;

/** Events as rows, all of a request written by one statement. */
@Injectable()
export class InsightStore extends Insights {
  #today: { day: string; key: Uint8Array } | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async record(organizationId: string, siteId: string, events: readonly SiteEvent[], now: Date): Promise<boolean> {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    const key = this.#keyOf(now.toISOString().slice(0, 10));
    const site = `${organizationId}/${siteId}`;
    const row = await this.sql.row<{ live: boolean }>('insights.record', RECORD, [
      organizationId,
      siteId,
      hour,
      newId(),
      events.map(({ type }) => type),
      events.map(({ visitorId }) => visitorId && visitorOf(`${site}/${visitorId}`, key)),
      events.map(({ context }) => context),
      events.map(({ section }) => section),
      events.map(({ siteSpace }) => siteSpace),
      events.map(({ space }) => space),
      events.map(({ page }) => page),
      events.map(({ device }) => device),
      events.map(({ referrer }) => referrer),
      events.map(({ query }) => query),
      events.map(({ rating }) => rating),
      events.map(({ comment }) => comment),
    ]);
    return row?.live === true;
  }

  async forget(before: Date): Promise<void> {
    await this.sql.rows(
      'insights.forget',
      `delete from publishing.insight_event e where e.occurred_at < $1 or not exists (
         select from publishing.site t where t.organization_id = e.organization_id and t.id = e.site_id)`,
      [before],
    );
  }

  /** The key of a day, by which its visitors are told apart and can not be found again the next. */
  #keyOf(day: string): Uint8Array {
    if (this.#today?.day !== day) this.#today = { day, key: this.secretBox.keyFor(`visitors of ${day}`) };
    return this.#today.key;
  }
}

/** A number that stands for a visitor of a site. */
function visitorOf(visitor: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(visitor).digest().readBigInt64BE().toString();
}

const RECORD = `
  with site as (
    select from publishing.site where organization_id = $1 and id = $2 and published
  ), recorded as (
    insert into publishing.insight_event (organization_id, site_id, occurred_at, id, type, visitor, context, section_id,
      site_space_id, space_id, page_id, device, referrer, query, rating, comment, number)
    select $1, $2, $3, $4, e.* from site cross join unnest($5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::smallint[], $16::text[]) with ordinality e
  )
  select exists (select from site) as live`;
