import { Invalid } from '#kernel/domain/errors';
import {
  isDimension,
  keyOf,
  type ChosenColumn,
  type Dimension,
  type InsightColumn,
  type Interval,
  type Operator,
} from './columns.js';
import { dateOf, filterValue, isCompared, type FilterValue } from './filter-values.js';

export const PRESETS = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const;

export interface WantedColumn {
  column: InsightColumn;
  /** Only for `datetime`. */
  interval?: Interval | undefined;
  /** Only for `visitorClaim`: the path of the claim, with dots between names. */
  claim?: string | undefined;
  /** Only for `visitorGeoPoint`. */
  precision?: number | undefined;
}

export interface WantedFilter extends Omit<WantedColumn, 'interval'> {
  values: readonly unknown[];
  operator?: Operator | undefined;
}

export interface WantedAggregation {
  select?: readonly WantedColumn[] | undefined;
  where?: readonly WantedFilter[] | undefined;
  groupBy?: readonly WantedColumn[] | undefined;
  order?: { by: WantedColumn; direction: 'asc' | 'desc' } | undefined;
  range: unknown;
  limit?: number | undefined;
}

export interface InsightFilter extends ChosenColumn {
  operator: Operator;
  values: readonly FilterValue[];
}

/** An aggregation whose request has been validated. */
export interface Aggregation {
  /** The columns of the result, in this order. */
  shown: ChosenColumn[];
  groups: ChosenColumn<Dimension>[];
  interval: Interval;
  filters: InsightFilter[];
  order: { by: ChosenColumn; direction: 'asc' | 'desc' };
  from: Date;
  /** Exclusive. */
  to: Date;
  limit: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Events are kept for a hundred years at most. */
const MOST_DAYS = 36_500;
const MOST_ROWS = 1000;
const DAYS: Readonly<Record<(typeof PRESETS)[number], number>> = {
  lastYear: 365,
  last3Months: 91,
  last30Days: 30,
  last7Days: 7,
  last24Hours: 1,
};

/** Validates a requested aggregation; throws Invalid. */
export function aggregationOf(wanted: WantedAggregation, now: Date): Aggregation {
  const { select = [], where = [], groupBy = [], order, limit = MOST_ROWS } = wanted;
  const counted = groupBy.find(({ column }) => !isDimension(column));
  if (counted) throw new Invalid(`groupBy: ${counted.column} is counted, nothing is grouped by it`);
  const grouped = groupBy.map((column, at) => chosen(column, `groupBy.${at}`));
  const selected = select.map((column, at) => chosen(column, `select.${at}`));
  const by = order && chosen(order.by, 'order.by');
  const groups = distinct([...grouped, ...selected]).filter(isGrouping);
  const shown = selected.length > 0 ? selected : [...groups, { column: 'eventsCount' as const }];
  if (by && isDimension(by.column) && !groups.some((group) => keyOf(group) === keyOf(by)))
    throw new Invalid(`order.by: ${by.column} must be in select or groupBy`);
  return {
    shown: distinct(shown),
    groups,
    interval: intervalOf([...groupBy, ...select, ...(order ? [order.by] : [])]),
    filters: where.map((filter, at) => filterOf(filter, `where.${at}`)),
    order: order && by ? { by, direction: order.direction } : byDefault(groups),
    ...rangeOf(wanted.range, now),
    limit,
  };
}

function isGrouping(chosen: ChosenColumn): chosen is ChosenColumn<Dimension> {
  return isDimension(chosen.column);
}

/** Reads a column; throws Invalid for an option that it does not have, or without the claim that it needs. */
function chosen({ column, claim, interval, precision }: WantedColumn, where: string): ChosenColumn {
  if (interval !== undefined && column !== 'datetime') throw new Invalid(`${where}.interval: ${column} has none`);
  if (precision !== undefined && column !== 'visitorGeoPoint')
    throw new Invalid(`${where}.precision: ${column} has none`);
  if (column !== 'visitorClaim') {
    if (claim !== undefined) throw new Invalid(`${where}.claim: ${column} has none`);
    return { column };
  }
  if (claim === undefined) throw new Invalid(`${where}.claim: name the claim of visitors that is meant`);
  return { column, claim };
}

function distinct<C extends ChosenColumn>(columns: readonly C[]): C[] {
  return [...new Map(columns.map((column) => [keyOf(column), column])).values()];
}

/** By default, in order of time, or the most frequent first. */
function byDefault(groups: readonly ChosenColumn[]): Aggregation['order'] {
  return groups.some(({ column }) => column === 'datetime')
    ? { by: { column: 'datetime' }, direction: 'asc' }
    : { by: { column: 'eventsCount' }, direction: 'desc' };
}

function intervalOf(columns: readonly WantedColumn[]): Interval {
  const named = new Set(columns.flatMap(({ column, interval }) => (column === 'datetime' ? (interval ?? []) : [])));
  if (named.size > 1) throw new Invalid('datetime can have one interval only');
  const [interval = 'day'] = named;
  return interval;
}

function filterOf({ values, operator = 'in', ...wanted }: WantedFilter, where: string): InsightFilter {
  const { column, ...rest } = chosen(wanted, where);
  const listed = operator === 'in' || operator === 'notIn';
  if (column === 'pageFeedbackRating' || column === 'askResponseRating')
    throw new Invalid(`${where}.column: nothing is filtered by ${column}`);
  if (!listed && !isCompared(column)) throw new Invalid(`${where}.operator: ${column} takes in and notIn`);
  if (!listed && values.length !== 1) throw new Invalid(`${where}.values must hold one value with ${operator}`);
  return { column, ...rest, operator, values: values.map((value) => filterValue(column, value, where)) };
}

function rangeOf(range: unknown, now: Date): { from: Date; to: Date } {
  const preset = PRESETS.find((name) => name === range);
  if (preset) return { from: new Date(now.getTime() - DAYS[preset] * DAY_MS), to: now };
  const { from, to } = (typeof range === 'object' && range !== null ? range : {}) as Record<string, unknown>;
  const [first, last] = [dateOf(from), dateOf(to)];
  if (!first || !last || first > last)
    throw new Invalid(`range must be one of ${PRESETS.join(', ')}, or have from and a later to as timestamps`);
  // PostgreSQL's range of years differs from JavaScript's.
  const oldest = new Date(now.getTime() - MOST_DAYS * DAY_MS);
  const latest = new Date(now.getTime() + DAY_MS);
  return { from: first < oldest ? oldest : first, to: last > latest ? latest : last };
}
