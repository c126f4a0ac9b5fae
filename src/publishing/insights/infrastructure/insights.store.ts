import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { SITES } from '../../sites/infrastructure/reading.js';
import { hashOfKey } from '../../visitors/domain/share-link/share-link.js';
import { ADAPTIVE_SCHEMAS, SHARE_LINKS } from '../../visitors/infrastructure/reading.js';
import { anonymousVisitor } from '../domain/anonymous-visitor.js';
import { Insights } from '../domain/insights.js';
import type { SiteEvent } from '../domain/site-event.js';

/** Events may be from yesterday. */
const MOST_DAYS = 4;
/** Most events that one statement deletes. */
const MOST_FORGOTTEN = 5_000;

/** Stores events as rows; one statement writes all of a request. */
@Injectable()
export class InsightStore extends Insights {
  readonly #keys = new Map<string, Uint8Array>();

  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async record(
    organizationId: string,
    siteId: string,
    events: readonly SiteEvent[],
    now: Date,
  ): Promise<number | undefined> {
    const site = `${organizationId}/${siteId}`;
    const told = events.map((event, number) => ({ ...this.#rowOf(event, site, now), number: number + 1 }));
    const values = [organizationId, siteId, newId(), JSON.stringify(told)];
    const { length } = await this.sql.rows('insights.record-4', RECORD, values);
    if (length > 0) return length;
    const published = await this.sql.row('insights.is-published', IS_PUBLISHED, [organizationId, siteId]);
    return published && 0;
  }

  async forget(before: Date): Promise<number> {
    const { length } = await this.sql.rows(
      'insights.forget-2',
      `delete from publishing.insight_event e using (
         select organization_id, site_id, occurred_at, id, number from publishing.insight_event
         where occurred_at < $1 order by occurred_at limit $2) old
       where e.organization_id = old.organization_id and e.site_id = old.site_id
         and e.occurred_at = old.occurred_at and e.id = old.id and e.number = old.number returning 1`,
      [before, MOST_FORGOTTEN],
    );
    return length;
  }

  async forgetSite(organizationId: string, siteId: string): Promise<number> {
    const { length } = await this.sql.rows(
      'insights.forget-site',
      `delete from publishing.insight_event e using (
         select occurred_at, id, number from publishing.insight_event
         where organization_id = $1 and site_id = $2 limit $3) old
       where e.organization_id = $1 and e.site_id = $2
         and e.occurred_at = old.occurred_at and e.id = old.id and e.number = old.number returning 1`,
      [organizationId, siteId, MOST_FORGOTTEN],
    );
    return length;
  }

  /** An event as its row; the statement looks up claims and share links. */
  #rowOf(event: SiteEvent, site: string, now: Date): Record<string, unknown> {
    const { agent, shareKey, claims } = event;
    const { hour, visitor, session } = anonymousVisitor(event, site, now, (day) => this.#keyOf(day));
    return {
      at: hour,
      type: event.type,
      visitor,
      session,
      context: event.context,
      section: event.section,
      site_space: event.siteSpace,
      share_link: shareKey,
      share_hash: shareKey && hashOfKey(shareKey),
      space: event.space,
      page: event.page,
      url: event.url,
      device: agent.device,
      browser: agent.browser,
      system: agent.system,
      bot: agent.bot,
      language: event.language,
      authenticated: event.authenticated,
      claims: claims.map(({ path, value }) => ({
        name: path.join('.'),
        path: path.flatMap((name) => ['properties', name]),
        value,
      })),
      referrer: event.referrer,
      campaign: filled(event.campaign),
      query: event.query,
      rating: event.rating,
      comment: event.comment,
      details: filled(event.details),
    };
  }

  /** The key for a day. */
  #keyOf(day: string): Uint8Array {
    const known = this.#keys.get(day);
    if (known) return known;
    if (this.#keys.size >= MOST_DAYS) this.#keys.clear();
    const key = this.secretBox.keyFor(`visitors of ${day}`);
    this.#keys.set(day, key);
    return key;
  }
}

function filled(members: object): object | null {
  return Object.keys(members).length > 0 ? members : null;
}

/** Claims are stored if the site's schema limits them to a few values: booleans, or texts with listed values. */
const CLAIMS = `
  (select jsonb_object_agg(c.name, c.value #>> '{}')
   from ${ADAPTIVE_SCHEMAS} s
   cross join jsonb_to_recordset(e.claims) c(name text, path text[], value jsonb)
   where s.organization_id = $1 and s.site_id = $2
     and case when jsonb_typeof(c.value) = 'boolean' then s.json_schema #> c.path ->> 'type' = 'boolean'
       else s.json_schema #> c.path -> 'enum' @> c.value end)`;

const SHARE_LINK = `
  (select l.id from ${SHARE_LINKS} l where l.organization_id = $1 and l.site_id = $2
     and (l.key_hash = e.share_hash or l.id = e.share_link) limit 1)`;

const IS_PUBLISHED = `select from ${SITES} t where t.organization_id = $1 and t.id = $2 and t.published`;

/** A row for each event that is recorded. A distributed database runs it where the site is. */
const RECORD = `
  insert into publishing.insight_event (organization_id, site_id, occurred_at, id, number, type, visitor, session, context,
    section_id, site_space_id, share_link_id, space_id, page_id, url, device, browser, system, bot, language,
    authenticated, claims, referrer, campaign, query, rating, comment, details)
  select site.organization_id, $2, e.at, $3, e.number, e.type, e.visitor, e.session, e.context, e.section, e.site_space,
    case when e.share_link is not null then ${SHARE_LINK} end, e.space, e.page, e.url, e.device, e.browser, e.system,
    e.bot, e.language, e.authenticated, case when e.claims <> '[]' then ${CLAIMS} end, e.referrer, e.campaign, e.query,
    e.rating, e.comment, e.details
  from ${SITES} site cross join jsonb_to_recordset($4::jsonb) e(at timestamptz, number smallint, type text, visitor bigint,
    session bigint, context text, section text, site_space text, share_link text, share_hash text, space text, page text,
    url text, device text, browser text, system text, bot text, language text, authenticated boolean, claims jsonb,
    referrer text, campaign jsonb, query text, rating smallint, comment text, details jsonb)
  where site.organization_id = $1 and site.id = $2 and site.published and (e.type <> 'agent_feedback'
    or site.structure -> 'siteSpaces' @> jsonb_build_array(jsonb_build_object('space', e.space)))
  returning 1 as recorded`;
