import { Invalid } from '#kernel/domain/errors';
import { KEPT_MS } from './insights.js';
import { CONTEXTS, EVENT_TYPES, queryOf, RATINGS } from './site-event.js';

/** What events can be grouped by. */
export const DIMENSIONS = [
  'datetime',
  'eventType',
  'siteSection',
  'siteSpace',
  'page',
  'displayContext',
  'visitorDevice',
  'referrerDomain',
  'eventSearchQuery',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventAskResponseRating',
] as const;

/** What is counted of them. */
export const MEASURES = ['eventsCount', 'visitorsCount', 'pageFeedbackRating', 'askResponseRating'] as const;

/** What can be asked for. */
export const COLUMNS = [...DIMENSIONS, ...MEASURES] as const;

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export const OPERATORS = ['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'] as const;
export const PRESETS = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const;

export type Dimension = (typeof DIMENSIONS)[number];
export type Measure = (typeof MEASURES)[number];
export type InsightColumn = (typeof COLUMNS)[number];
export type Interval = (typeof INTERVALS)[number];
export type Operator = (typeof OPERATORS)[number];

export interface WantedColumn {
  column: InsightColumn;
  interval?: Interval | undefined;
}

export interface WantedAggregation {
  select?: readonly WantedColumn[] | undefined;
  where?: readonly { column: InsightColumn; values: readonly unknown[]; operator?: Operator | undefined }[] | undefined;
  groupBy?: readonly WantedColumn[] | undefined;
  order?: { by: WantedColumn; direction: 'asc' | 'desc' } | undefined;
  range: unknown;
  limit?: number | undefined;
}

/** A page as events name it. */
export interface PagePointer {
  page: string | null;
  space: string;
}

export interface InsightFilter {
  column: InsightColumn;
  operator: Operator;
  values: readonly (string | number | PagePointer | null)[];
}

/** An aggregation that can be answered. */
export interface Aggregation {
  /** What is shown, in this order. */
  shown: InsightColumn[];
  groups: Dimension[];
  interval: Interval;
  filters: InsightFilter[];
  order: { by: InsightColumn; direction: 'asc' | 'desc' };
  from: Date;
  /** Not included. */
  to: Date;
  limit: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_ROWS = 1000;
const DAYS: Readonly<Record<(typeof PRESETS)[number], number>> = {
  lastYear: 365,
  last3Months: 91,
  last30Days: 30,
  last7Days: 7,
  last24Hours: 1,
};

/** Makes an aggregation of what is wanted, or says why it can not be. */
export function aggregationOf(wanted: WantedAggregation, now: Date): Aggregation {
  const { select = [], where = [], groupBy = [], order, limit = MOST_ROWS } = wanted;
  const counted = groupBy.find(({ column }) => !isDimension(column));
  if (counted) throw new Invalid(`groupBy: ${counted.column} is counted, nothing is grouped by it`);
  const chosen = [...groupBy, ...select].map(({ column }) => column);
  const groups = [...new Set(chosen.filter(isDimension))];
  const shown = select.length > 0 ? select.map(({ column }) => column) : [...groups, 'eventsCount' as const];
  if (order && isDimension(order.by.column) && !groups.includes(order.by.column))
    throw new Invalid(`order.by: ${order.by.column} must be in select or groupBy`);
  return {
    shown: [...new Set(shown)],
    groups,
    interval: intervalOf([...groupBy, ...select, ...(order ? [order.by] : [])]),
    filters: where.map(({ column, operator = 'in', values }, at) => ({
      column,
      operator: requireOperator(column, operator, values, `where.${at}`),
      values: values.map((value) => valueOf(column, value, `where.${at}`)),
    })),
    order: order ? { by: order.by.column, direction: order.direction } : byDefault(groups),
    ...rangeOf(wanted.range, now),
    limit,
  };
}

export function isDimension(column: InsightColumn): column is Dimension {
  return DIMENSIONS.some((dimension) => dimension === column);
}

/** In the order of time, or the most frequent first. */
function byDefault(groups: readonly Dimension[]): Aggregation['order'] {
  return groups.includes('datetime') ? { by: 'datetime', direction: 'asc' } : { by: 'eventsCount', direction: 'desc' };
}

function intervalOf(columns: readonly WantedColumn[]): Interval {
  const named = new Set(columns.flatMap(({ column, interval }) => (column === 'datetime' ? (interval ?? []) : [])));
  if (named.size > 1) throw new Invalid('datetime can have one interval only');
  const [interval = 'day'] = named;
  return interval;
}

/** What is compared, not looked for in a list. */
const COMPARED: readonly InsightColumn[] = ['datetime', 'eventsCount', 'visitorsCount'];

function requireOperator(
  column: InsightColumn,
  operator: Operator,
  values: readonly unknown[],
  where: string,
): Operator {
  const listed = operator === 'in' || operator === 'notIn';
  if (column === 'pageFeedbackRating' || column === 'askResponseRating')
    throw new Invalid(`${where}.column: nothing is filtered by ${column}`);
  if (!listed && !COMPARED.includes(column)) throw new Invalid(`${where}.operator: ${column} takes in and notIn`);
  if (!listed && values.length !== 1) throw new Invalid(`${where}.values must hold one value with ${operator}`);
  return operator;
}

function valueOf(column: InsightColumn, value: unknown, where: string): InsightFilter['values'][number] {
  const read = readValue(column, value);
  if (read === undefined) throw new Invalid(`${where}.values holds what is no value of ${column}`);
  return read;
}

function readValue(column: InsightColumn, value: unknown): InsightFilter['values'][number] | undefined {
  const text = typeof value === 'string' ? value : undefined;
  switch (column) {
    case 'datetime':
      return dateOf(value)?.toISOString();
    case 'eventsCount':
    case 'visitorsCount':
      return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
    case 'eventType':
      return EVENT_TYPES.find((type) => type === value);
    case 'displayContext':
      return CONTEXTS.find((context) => context === value);
    case 'eventPageFeedbackRating':
      return Object.entries(RATINGS).find(([name]) => name === value)?.[1];
    case 'eventAskResponseRating':
      return [1, -1].find((rating) => rating === value);
    case 'eventSearchQuery':
      return text === undefined ? undefined : (queryOf(text) ?? '');
    case 'page':
      return value === null ? null : pointerOf(value);
    case 'siteSection':
    case 'siteSpace':
      return value === null ? null : text;
    default:
      return text;
  }
}

function pointerOf(value: unknown): PagePointer | undefined {
  const { page, space } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof space !== 'string' || (typeof page !== 'string' && page !== null)) return undefined;
  return { page, space };
}

function rangeOf(range: unknown, now: Date): { from: Date; to: Date } {
  const preset = PRESETS.find((name) => name === range);
  if (preset) return { from: new Date(now.getTime() - DAYS[preset] * DAY_MS), to: now };
  const { from, to } = (typeof range === 'object' && range !== null ? range : {}) as Record<string, unknown>;
  const [first, last] = [dateOf(from), dateOf(to)];
  if (!first || !last || first > last)
    throw new Invalid(`range must be one of ${PRESETS.join(', ')}, or have from and a later to as timestamps`);
  // Nothing older is there, and PostgreSQL knows other years than JavaScript does.
  const oldest = new Date(now.getTime() - KEPT_MS - DAY_MS);
  const latest = new Date(now.getTime() + DAY_MS);
  return { from: first < oldest ? oldest : first, to: last > latest ? latest : last };
}

function dateOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T|$)/.test(value)) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
