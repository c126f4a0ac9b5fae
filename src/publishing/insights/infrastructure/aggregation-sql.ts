import type { Aggregation, InsightFilter } from '../domain/aggregation.js';
import {
  isDimension,
  keyOf,
  type ChosenColumn,
  type Dimension,
  type InsightColumn,
  type Measure,
  type Operator,
} from '../domain/columns.js';

const RATED = `e.type = 'page_post_feedback'`;
const ANSWERED = `e.type = 'ask_rate_response'`;
const LINK_KIND = `(e.details -> 'target' ->> 'kind')`;

/**
 * The expressions by which events are grouped, except for the time and for claims, which take an option. In columns
 * whose filters take no null, a missing free text is empty.
 */
const DIMENSIONS: Readonly<Record<Exclude<Dimension, 'datetime' | 'visitorClaim'>, string>> = {
  dayOfWeek: `extract(isodow from e.occurred_at at time zone 'UTC')::int`,
  hourOfDay: `extract(hour from e.occurred_at at time zone 'UTC')::int`,
  eventType: 'e.type',
  url: `coalesce(e.url, '')`,
  urlPath: `coalesce(substring(e.url from '^[a-z]+://[^/]*(/.*)$'), '')`,
  siteSection: 'e.section_id',
  siteSpace: 'e.site_space_id',
  siteShareKey: 'e.share_link_id',
  page: `case when e.page_id is not null then jsonb_build_object('page', e.page_id, 'space', coalesce(e.space_id, '')) end`,
  displayContext: 'e.context',
  visitorAuthenticated: 'e.authenticated',
  visitorClaimProperty: `coalesce(claimed.name, '')`,
  // IP addresses are not stored, and no place is looked up by them.
  visitorGeoCountry: 'null::text',
  visitorGeoPoint: 'null::jsonb',
  visitorDevice: 'e.device',
  visitorBrowser: `coalesce(e.browser, 'unknown')`,
  visitorOS: `coalesce(e.system, 'unknown')`,
  visitorBot: 'e.bot',
  visitorLanguage: 'e.language',
  referrer: `coalesce('https://' || e.referrer || '/', '')`,
  referrerDomain: `coalesce(e.referrer, '')`,
  utmSource: `coalesce(e.campaign ->> 'source', '')`,
  utmMedium: `coalesce(e.campaign ->> 'medium', '')`,
  utmCampaign: `coalesce(e.campaign ->> 'campaign', '')`,
  utmTerm: `coalesce(e.campaign ->> 'term', '')`,
  utmContent: `coalesce(e.campaign ->> 'content', '')`,
  eventLinkTargetValue: `(e.details -> 'target')`,
  eventLinkTargetKind: LINK_KIND,
  eventLinkTargetDomain: `(e.details ->> 'targetDomain')`,
  eventLinkPosition: `(e.details ->> 'position')`,
  eventAPIOperationPath: `(e.details ->> 'path')`,
  eventAPIOperationMethod: `(e.details ->> 'method')`,
  eventLLMSVariant: `(e.details ->> 'llmsVariant')`,
  eventMarkdownSource: `(e.details ->> 'markdownSource')`,
  // The reason why a page was not found is not determined.
  eventPageNotFoundType: 'null::text',
  eventSearchQuery: `coalesce(e.query, '')`,
  eventSearchResultRecordId: `(e.details ->> 'recordId')`,
  eventPageFeedbackRating: `case when e.type in ('page_post_feedback', 'page_post_feedback_comment')
    then (array['bad', 'ok', 'good'])[e.rating + 2] end`,
  eventPageFeedbackComment: `coalesce(e.comment, '')`,
  eventAskResponseRating: `case when ${ANSWERED} then e.rating end`,
  eventAdDomain: `coalesce(e.details ->> 'adDomain', '')`,
  eventAdPlacement: `(e.details ->> 'adPlacement')`,
  eventTrademarkPlacement: `(e.details ->> 'trademark')`,
};

const MEASURES: Readonly<Record<Measure, string>> = {
  eventsCount: 'count(*)::int',
  sessionsCount: 'count(distinct e.session)::int',
  visitorsCount: 'count(distinct e.visitor)::int',
  pageFeedbackRating: `json_build_object('bad', count(*) filter (where ${RATED} and e.rating = -1),
    'ok', count(*) filter (where ${RATED} and e.rating = 0), 'good', count(*) filter (where ${RATED} and e.rating = 1))`,
  askResponseRating: `json_build_object('positive', count(*) filter (where ${ANSWERED} and e.rating = 1),
    'negative', count(*) filter (where ${ANSWERED} and e.rating = -1))`,
};

/** The expressions by which columns without a numeric value are sorted: ratings by their number. */
const ORDERS: Readonly<Partial<Record<InsightColumn, string>>> = {
  pageFeedbackRating: `count(*) filter (where ${RATED})`,
  askResponseRating: `count(*) filter (where ${ANSWERED})`,
};

/** An event with several claims counts for each of them. */
const BY_CLAIMS = ' left join lateral jsonb_object_keys(e.claims) claimed(name) on true';

const COMPARISONS: Readonly<Record<Exclude<Operator, 'in' | 'notIn'>, string>> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
};

/** The statement of an aggregation. It returns the columns c0, c1 … in the requested order. */
export function aggregationSql(
  organizationId: string,
  siteId: string,
  aggregation: Aggregation,
): { text: string; values: unknown[] } {
  const { shown, groups, filters, order, from, to, limit } = aggregation;
  const values: unknown[] = [organizationId, siteId, from, to, limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  // With a separate parameter in each place, the expressions of GROUP BY would differ from those of SELECT.
  const claims = new Map<string, string>();
  const expression = (chosen: ChosenColumn): string => {
    const { column, claim } = chosen;
    if (column === 'datetime') return begin(aggregation);
    if (column !== 'visitorClaim') return isDimension(column) ? DIMENSIONS[column] : MEASURES[column];
    const known = claims.get(keyOf(chosen)) ?? `coalesce(e.claims ->> ${parameter(claim)}::text, '')`;
    claims.set(keyOf(chosen), known);
    return known;
  };
  const conditions = filters.map((filter) => ({
    counted: !isDimension(filter.column),
    text: condition(filter, filter.column === 'datetime' ? 'e.occurred_at' : expression(filter), parameter),
  }));
  const within = conditions.filter(({ counted }) => !counted).map(({ text }) => ` and ${text}`);
  const having = conditions.filter(({ counted }) => counted).map(({ text }) => text);
  const sorted = [
    `${ORDERS[order.by.column] ?? expression(order.by)} ${order.direction} nulls last`,
    ...groups.map(expression),
  ];
  const byClaims = [...groups, ...filters].some(({ column }) => column === 'visitorClaimProperty');
  const text = `select ${shown.map((column, at) => `${expression(column)} as c${at}`).join(', ')}
    from publishing.insight_event e${byClaims ? BY_CLAIMS : ''}
    where e.organization_id = $1 and e.site_id = $2 and e.occurred_at >= date_trunc('hour', $3::timestamptz, 'UTC')
      and e.occurred_at < $4${within.join('')}
    ${groups.length > 0 ? `group by ${groups.map(expression).join(', ')}` : ''}
    ${having.length > 0 ? `having ${having.join(' and ')}` : ''}
    order by ${sorted.join(', ')} limit $5`;
  return { text, values };
}

function begin({ interval }: Aggregation): string {
  const time = `date_trunc('${interval}', e.occurred_at, 'UTC') at time zone 'UTC'`;
  return `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
}

function condition(
  { column, operator, values }: InsightFilter,
  expression: string,
  parameter: (value: unknown) => string,
): string {
  if (operator !== 'in' && operator !== 'notIn')
    return `${expression} ${COMPARISONS[operator]} ${parameter(values[0])}${CASTS[column] ?? ''}`;
  const own = column === 'eventPageFeedbackRating' ? RATING_OF_PAGE : expression;
  const present = values.filter((value) => value !== null);
  const cast = CASTS[column] ?? '::text';
  const listed = cast === '::jsonb' ? present.map((value) => JSON.stringify(value)) : present;
  const found = `${own} = any(${parameter(listed)}${cast}[])`;
  const absent = present.length < values.length ? ` or ${own} is null` : '';
  return `((${found}${absent}) is ${operator === 'in' ? '' : 'not '}true)`;
}

/** Filters use the stored numbers of ratings. */
const RATING_OF_PAGE = `case when e.type in ('page_post_feedback', 'page_post_feedback_comment') then e.rating end`;

const CASTS: Readonly<Partial<Record<InsightColumn, string>>> = {
  datetime: '::timestamptz',
  dayOfWeek: '::int',
  hourOfDay: '::int',
  eventsCount: '::bigint',
  sessionsCount: '::bigint',
  visitorsCount: '::bigint',
  visitorAuthenticated: '::boolean',
  page: '::jsonb',
  visitorGeoPoint: '::jsonb',
  eventLinkTargetValue: '::jsonb',
  eventPageFeedbackRating: '::smallint',
  eventAskResponseRating: '::smallint',
};
