import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ListRequest } from '../../application/scim/list-request.js';
import { parseFilter } from '../../domain/filter/parse-filter.js';
import { ScimRefusal } from '../../domain/scim-refusal.js';
import { conditionOf, sortKeyOf, type ResourceColumns } from './filter-sql.js';

/** The statement of a list: what is read of the rows of `tables`, which have the organization as $1. */
export interface ListStatement extends ResourceColumns {
  /** The columns of a row, which begin with the id of the resource. */
  select: string;
  tables: string;
  /** The id, by which lists are ordered last. */
  key: string;
}

/** The rows of a list, and how many there are in all. */
export async function readList<Row extends object>(
  sql: SqlQuery,
  organizationId: string,
  statement: ListStatement,
  request: ListRequest,
): Promise<{ rows: Row[]; total: number }> {
  const { select, tables, key } = statement;
  const values: unknown[] = [organizationId];
  const filter =
    request.filter === undefined ? '' : ` and ${conditionOf(parseFilter(request.filter), statement, values)}`;
  const order = orderOf(request, statement, key);
  const { startIndex, count } = request;
  const counting = values.length;
  const [limit, offset] = [`$${values.push(count)}`, `$${values.push(startIndex - 1)}`];
  const rows =
    count === 0
      ? []
      : await sql.dynamic<Row & {}>(
          `select ${select} ${tables}${filter} ${order} limit ${limit} offset ${offset}`,
          values,
        );
  // The last part of a list shows how long it is.
  if (rows.length > 0 && rows.length < count) return { rows, total: startIndex - 1 + rows.length };
  const counted = `select count(*)::int as count ${tables}${filter}`;
  const [counts] = await sql.dynamic<{ count: number }>(counted, values.slice(0, counting));
  return { rows, total: counts?.count ?? 0 };
}

function orderOf({ sortBy, descending }: ListRequest, statement: ListStatement, key: string): string {
  if (sortBy === undefined) return `order by ${key}`;
  const sorted = sortKeyOf(sortBy, statement);
  if (sorted === undefined) throw new ScimRefusal('invalidValue', `Nothing can be sorted by ${sortBy}`);
  return `order by ${sorted}${descending ? ' desc' : ''}, ${key}`;
}
