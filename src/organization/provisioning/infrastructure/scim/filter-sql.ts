import type { Comparison, Filter, FilterValue } from '../../domain/filter/filter.js';
import { ScimRefusal } from '../../domain/scim-refusal.js';
import { attributeAt } from '../../domain/schema/attribute-paths.js';
import type { ResourceSchema } from '../../domain/schema/schemas.js';

/** An attribute in SQL. */
export interface Column {
  /** The expression of the value, null where there is none. */
  sql: string;
  type: 'text' | 'boolean' | 'time';
  /** How texts are compared: as they are; in lower case; or in lower case, in which they are stored. */
  compared?: 'exactly' | 'lower' | 'stored lower';
}

/** How the attributes of a kind of resource are found in statements whose $1 is the organization. */
export interface ResourceColumns {
  resource: ResourceSchema;
  /** By the paths of the schema. The values of `many` are those of one of their rows. */
  columns: ReadonlyMap<string, Column>;
  /** By the names of attributes with many values, the tables and the condition of a subquery over them. */
  many: ReadonlyMap<string, string>;
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;
const ORDERS: Readonly<Partial<Record<Comparison, string>>> = { gt: '>', ge: '>=', lt: '<', le: '<=' };

/**
 * A filter as a condition that is true or false and never null, so that `not` means the same in SQL. What it compares
 * with becomes parameters, which are added to `values`. Throws a refusal, `invalidFilter`, for attributes that the
 * resource lacks and comparisons that an attribute does not have.
 */
export function conditionOf(filter: Filter, of: ResourceColumns, values: unknown[]): string {
  return new Condition(of, values).of(filter, '');
}

/** The expression to sort by; undefined where the resource has no such single value. */
export function sortKeyOf(path: string, { resource, columns, many }: ResourceColumns): string | undefined {
  const named = attributeAt(resource, path);
  if (!named || many.has((named.parent ?? named.attribute).name)) return undefined;
  const column = columns.get(named.path) ?? columns.get(`${named.path}.value`);
  return column && (column.compared === 'lower' ? `lower(${column.sql})` : column.sql);
}

class Condition {
  constructor(
    private readonly from: ResourceColumns,
    private readonly values: unknown[],
  ) {}

  /** `within`: the attribute whose values the paths begin at, with its dot. */
  of(filter: Filter, within: string): string {
    switch (filter.op) {
      case 'and':
      case 'or':
        return `(${filter.filters.map((one) => this.of(one, within)).join(` ${filter.op} `)})`;
      case 'not':
        return `not ${this.of(filter.filter, within)}`;
      case 'value':
        return this.#ofValues(filter, within);
      default:
        return this.#ofAttribute(filter, within);
    }
  }

  #ofValues({ path, filter }: Extract<Filter, { op: 'value' }>, within: string): string {
    const named = attributeAt(this.from.resource, within + path);
    if (within !== '' || named?.attribute.subAttributes === undefined)
      throw new ScimRefusal('invalidFilter', `${path} has no values with attributes of their own`);
    return this.#among(named.path, this.of(filter, `${named.path}.`));
  }

  #ofAttribute(filter: Exclude<Filter, { op: 'and' | 'or' | 'not' | 'value' }>, within: string): string {
    const named = attributeAt(this.from.resource, within + filter.path);
    if (!named) throw new ScimRefusal('invalidFilter', `There is no attribute ${within}${filter.path}`);
    const { path } = named;
    const parent = named.parent?.name ?? path;
    const column = this.from.columns.get(path) ?? this.from.columns.get(`${path}.value`);
    if (!column && filter.op === 'pr') return this.#presenceOf(path);
    if (!column) throw new ScimRefusal('invalidFilter', `${path} can’t be compared`);
    const condition =
      filter.op === 'pr' ? `(${column.sql} is not null)` : this.#compared(path, column, filter.op, filter.value);
    return within === '' ? this.#among(parent, condition) : condition;
  }

  /** Of a complex attribute: whether any part of it has a value. */
  #presenceOf(path: string): string {
    const parts = [...this.from.columns].filter(([name]) => name.startsWith(`${path}.`));
    if (parts.length === 0) throw new ScimRefusal('invalidFilter', `${path} can’t be compared`);
    return this.#among(path, `(${parts.map(([, { sql }]) => `${sql} is not null`).join(' or ')})`);
  }

  /** The condition for one of the values of an attribute that has many. */
  #among(name: string, condition: string): string {
    const tables = this.from.many.get(name);
    return tables === undefined ? condition : `exists (select ${tables} and ${condition})`;
  }

  #compared(path: string, column: Column, op: Comparison, value: FilterValue): string {
    if (value === null && (op === 'eq' || op === 'ne')) return `(${column.sql} is ${op === 'eq' ? '' : 'not '}null)`;
    const typed = value === null ? undefined : this.#typed(column, op, value);
    if (typed === undefined)
      throw new ScimRefusal('invalidFilter', `${path} can’t be compared by ${op} with ${JSON.stringify(value)}`);
    return typed;
  }

  #typed(column: Column, op: Comparison, value: Exclude<FilterValue, null>): string | undefined {
    if (column.type === 'boolean') return this.#ofBoolean(column.sql, op, value);
    if (typeof value !== 'string') return undefined;
    return column.type === 'time' ? this.#ofTime(column.sql, op, value) : this.#ofText(column, op, value);
  }

  #ofBoolean(sql: string, op: Comparison, value: string | number | boolean): string | undefined {
    const wanted = String(value).toLowerCase();
    if ((op !== 'eq' && op !== 'ne') || (wanted !== 'true' && wanted !== 'false')) return undefined;
    return `(${sql} is ${op === 'eq' ? '' : 'not '}${wanted})`;
  }

  #ofTime(sql: string, op: Comparison, value: string): string | undefined {
    const time = INSTANT.test(value) ? new Date(value) : undefined;
    if (!time || Number.isNaN(time.getTime())) return undefined;
    const sign = op === 'eq' ? '=' : op === 'ne' ? '<>' : ORDERS[op];
    return sign && `(date_trunc('milliseconds', ${sql}) ${sign} ${this.#parameter(time.toISOString())}::timestamptz)`;
  }

  #ofText({ sql, compared }: Column, op: Comparison, value: string): string {
    const parameter = `${this.#parameter(value)}::text`;
    const [left, right] = [
      compared === 'lower' ? `lower(${sql})` : sql,
      compared === 'exactly' ? parameter : `lower(${parameter})`,
    ];
    switch (op) {
      case 'ne':
        return `(${sql} is null or ${left} <> ${right})`;
      case 'eq':
        return `(${sql} is not null and ${left} = ${right})`;
      case 'co':
        return `(${sql} is not null and position(${right} in ${left}) > 0)`;
      case 'sw':
        return `(${sql} is not null and starts_with(${left}, ${right}))`;
      case 'ew':
        return `(${sql} is not null and right(${left}, length(${right})) = ${right})`;
      default:
        return `(${sql} is not null and ${left} collate "C" ${ORDERS[op]} ${right} collate "C")`;
    }
  }

  #parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
