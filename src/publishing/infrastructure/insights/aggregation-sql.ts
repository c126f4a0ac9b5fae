import type {
  Aggregation,
  Dimension,
  InsightColumn,
  InsightFilter,
  Measure,
  Operator,
} from '../../domain/insights/aggregation.js';
import { isDimension } from '../../domain/insights/aggregation.js';

const RATED = `e.type = 'page_post_feedback'`;
const ANSWERED = `e.type = 'ask_rate_response'`;

/** What groups are made by, but for the time, whose interval is wanted. Texts that are missing are empty. */
const DIMENSIONS: Readonly<Record<Exclude<Dimension, 'datetime'>, string>> = {
  eventType: 'e.type',
  siteSection: 'e.section_id',
  siteSpace: 'e.site_space_id',
  page: `case when e.page_id is not null then jsonb_build_object('page', e.page_id, 'space', coalesce(e.space_id, '')) end`,
  displayContext: 'e.context',
  visitorDevice: 'e.device',
  referrerDomain: `coalesce(e.referrer, '')`,
  eventSearchQuery: `coalesce(e.query, '')`,
  eventPageFeedbackRating: `case when e.type in ('page_post_feedback', 'page_post_feedback_comment')
    then (array['bad', 'ok', 'good'])[e.rating + 2] end`,
  eventPageFeedbackComment: `coalesce(e.comment, '')`,
  eventAskResponseRating: `case when ${ANSWERED} then e.rating end`,
};

const MEASURES: Readonly<Record<Measure, string>> = {
  eventsCount: 'count(*)::int',
  visitorsCount: 'count(distinct e.visitor)::int',
  pageFeedbackRating: `json_build_object('bad', count(*) filter (where ${RATED} and e.rating = -1),
    'ok', count(*) filter (where ${RATED} and e.rating = 0), 'good', count(*) filter (where ${RATED} and e.rating = 1))`,
  askResponseRating: `json_build_object('positive', count(*) filter (where ${ANSWERED} and e.rating = 1),
    'negative', count(*) filter (where ${ANSWERED} and e.rating = -1))`,
};

/** By what is sorted where that is no number: by how many ratings there are. */
const ORDERS: Readonly<Partial<Record<InsightColumn, string>>> = {
  pageFeedbackRating: `count(*) filter (where ${RATED})`,
  askResponseRating: `count(*) filter (where ${ANSWERED})`,
};

const COMPARISONS: Readonly<Record<Exclude<Operator, 'in' | 'notIn'>, string>> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
};

/** The statement of an aggregation, which answers the columns c0, c1 … in the order in which they are shown. */
export function aggregationSql(
  organizationId: string,
  siteId: string,
  aggregation: Aggregation,
): { text: string; values: unknown[] } {
  const { shown, groups, filters, order, from, to, limit } = aggregation;
  const values: unknown[] = [organizationId, siteId, from, to, limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const expression = (column: InsightColumn): string =>
    isDimension(column) ? dimension(column, aggregation) : MEASURES[column];
  const conditions = filters.map((filter) => ({
    counted: !isDimension(filter.column),
    text: condition(filter, filter.column === 'datetime' ? 'e.occurred_at' : expression(filter.column), parameter),
  }));
  const within = conditions.filter(({ counted }) => !counted).map(({ text }) => ` and ${text}`);
  const having = conditions.filter(({ counted }) => counted).map(({ text }) => text);
  const sorted = [
    `${ORDERS[order.by] ?? expression(order.by)} ${order.direction} nulls last`,
    ...groups.map(expression),
  ];
  const text = `select ${shown.map((column, at) => `${expression(column)} as c${at}`).join(', ')}
    from publishing.insight_event e
    where e.organization_id = $1 and e.site_id = $2 and e.occurred_at >= date_trunc('hour', $3::timestamptz, 'UTC')
      and e.occurred_at < $4${within.join('')}
    ${groups.length > 0 ? `group by ${groups.map(expression).join(', ')}` : ''}
    ${having.length > 0 ? `having ${having.join(' and ')}` : ''}
    order by ${sorted.join(', ')} limit $5`;
  return { text, values };
}

function dimension(column: Dimension, { interval }: Aggregation): string {
  if (column !== 'datetime') return DIMENSIONS[column];
  const begin = `date_trunc('${interval}', e.occurred_at, 'UTC') at time zone 'UTC'`;
  return `to_char(${begin}, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
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
  const listed = column === 'page' ? present.map((value) => JSON.stringify(value)) : present;
  const found = `${own} = any(${parameter(listed)}${CASTS[column] ?? '::text'}[])`;
  const absent = present.length < values.length ? ` or ${own} is null` : '';
  return `((${found}${absent}) is ${operator === 'in' ? '' : 'not '}true)`;
}

/** Filters name ratings by the numbers that are kept. */
const RATING_OF_PAGE = `case when e.type in ('page_post_feedback', 'page_post_feedback_comment') then e.rating end`;

const CASTS: Readonly<Partial<Record<InsightColumn, string>>> = {
  datetime: '::timestamptz',
  eventsCount: '::bigint',
  visitorsCount: '::bigint',
  page: '::jsonb',
  eventPageFeedbackRating: '::smallint',
  eventAskResponseRating: '::smallint',
};
