import { list, member, parsed, within, type Node } from './syntax-tree.js';

/**
 * Where the rows of a table, `schema.table`, are in a distributed database: by organization, or the same on all nodes;
 * undefined where they are on the coordinator alone.
 */
export type KindOf = (table: string) => 'organizations' | 'shared' | undefined;

/**
 * What Citus refuses of a statement, in words, if the parameters of the numbers `absent` are null or false: rules that were seen of version 13.2, as far as the grammar shows them.
 * It can't show the types, so not whether an operator or a cast depends on a time zone, but where something is cast to an
 * interval.
 */
export function refusals(text: string, kindOf: KindOf, absent: ReadonlySet<number>): string[] {
  return parsed(text).flatMap((statement) => [
    ...[...within(statement, 'InsertStmt')].flatMap((insert) => refusalsOfInsert(insert, kindOf)),
    ...[...within(statement, 'UpdateStmt', 'DeleteStmt')].flatMap((change) => refusalsOfChange(change, kindOf)),
    ...[...within([...within(statement, 'InsertStmt', 'UpdateStmt', 'DeleteStmt')], 'CaseExpr')].flatMap(
      refusalsOfCase,
    ),
    ...[...within(statement, 'JoinExpr')].flatMap((join) => refusalsOfJoin(join, kindOf, absent)),
  ]);
}

/**
 * Tables with a column that is the number of the transaction by default: of the coordinator's, unless what is inserted
 * is selected on a node, which computes its own.
 */
export const NUMBERED_BY_TRANSACTION = { column: 'written_by', tables: ['content.revision', 'content.stored_ahead'] };

/** Functions whose value differs between two calls of one statement. */
const VOLATILE = new Set(
  'clock_timestamp timeofday random gen_random_uuid uuidv7 nextval setval pg_notify set_config add_job'.split(' '),
);
/** Functions whose value depends on the session or the transaction. */
const STABLE = new Set(
  (
    'now transaction_timestamp statement_timestamp current_setting pg_current_xact_id to_char to_timestamp to_json ' +
    'to_jsonb row_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array json_agg jsonb_agg ' +
    'concat concat_ws format array_to_string date_trunc age'
  ).split(' '),
);

function refusalsOfInsert(insert: Node, kindOf: KindOf): string[] {
  const kind = kindOf(nameOf(member(insert, 'relation')));
  if (kind === undefined) return [];
  const found: string[] = [];
  const select = member(member(insert, 'selectStmt'), 'SelectStmt');
  const [conflict, returned] = [member(insert, 'onConflictClause'), insert['returningClause']];
  const isList = list(select['valuesLists']).length > 0;
  if ((isList && has(select['valuesLists'], 'SubLink')) || has(conflict, 'SubLink'))
    found.push('a subquery among the values of an insert');
  if (mutable(conflict, [VOLATILE, STABLE]).length > 0)
    found.push(`"on conflict" calls ${mutable(conflict, [VOLATILE, STABLE]).join(', ')}`);
  if (sums(conflict).length > 0) found.push('"on conflict" adds an interval');
  found.push(...refusalsOfSet(conflict['targetList']));
  const { column, tables } = NUMBERED_BY_TRANSACTION;
  const isNumbered = list(insert['cols']).some((each) => member(each, 'ResTarget')['name'] === column);
  const readsRows = [...within(select['fromClause'], 'RangeVar')].length > 0;
  if (tables.includes(nameOf(member(insert, 'relation'))) && !isList && readsRows && !isNumbered)
    found.push(`an insert of selected rows without ${column}`);
  const isPulled = !isList && !isWhereItsRowsAre(insert, select, kindOf);
  if (isPulled && (has(conflict, 'ParamRef') || has(returned, 'ParamRef')))
    found.push('a parameter in "on conflict" or "returning" of what is inserted from a list');
  return found;
}

/** Whether what is inserted is selected on the node of its organization: whose id is that of a row there. */
function isWhereItsRowsAre(insert: Node, select: Node, kindOf: KindOf): boolean {
  const at = list(insert['cols']).findIndex((column) => member(column, 'ResTarget')['name'] === 'organization_id');
  const given = member(member(member(list(select['targetList'])[at], 'ResTarget'), 'val'), 'ColumnRef');
  const fields = list(given['fields']).map((field) => member(field, 'String')['sval']);
  if (fields.at(-1) !== 'organization_id') return false;
  const sources = [...within(select['fromClause'], 'RangeVar', 'RangeSubselect')].filter(
    (source) => fields.length < 2 || aliasOf(source) === fields.at(-2),
  );
  const tables = sources.flatMap((source) => (source['relname'] ? [source] : [...within(source, 'RangeVar')]));
  return tables.some((table) => kindOf(nameOf(table)) === 'organizations');
}

function refusalsOfChange(change: Node, kindOf: KindOf): string[] {
  const kind = kindOf(nameOf(member(change, 'relation')));
  if (kind === undefined) return [];
  const { relation: _, withClause: __, returningClause, ...rest } = change;
  const found: string[] = [];
  found.push(...refusalsOfSet(rest['targetList']));
  const called = [...mutable(rest, [VOLATILE]), ...mutable(returningClause, [VOLATILE, STABLE])];
  if (called.length > 0) found.push(`a change calls ${called.join(', ')}`);
  const onColumns = [...within(rest, 'FuncCall')]
    .filter((call) => STABLE.has(functionOf(call)) && has(call['args'], 'ColumnRef') && !has(rest, 'SubLink'))
    .map(functionOf);
  if (onColumns.length > 0) found.push(`a change calls ${onColumns.join(', ')} with a column`);
  if (sums(rest).some((sum) => has(sum, 'ColumnRef')) && !has(rest, 'SubLink'))
    found.push('a change adds an interval to a column');
  const inCases = mutable([...within(rest, 'CaseExpr', 'CoalesceExpr')], [VOLATILE, STABLE]);
  if (inCases.length > 0) found.push(`a change calls ${inCases.join(', ')} in "case" or "coalesce"`);
  const read = [...within(change, 'RangeVar')].map(nameOf).filter((table) => kindOf(table) === 'organizations');
  if (kind === 'shared' && read.length > 0) found.push(`a change of a table of all nodes reads ${read.join(', ')}`);
  return found;
}

/** It is taken for a change of a part of an array, of which there is none: the node's whole server ends (signal 11). */
function refusalsOfSet(targets: unknown): string[] {
  return list(targets)
    .map((each) => member(each, 'ResTarget'))
    .filter((target) => has(list(member(member(target, 'val'), 'A_Indirection')['indirection']), 'A_Indices'))
    .map(({ name }) => `a change that sets ${String(name)} to a part of an array`);
}

/** A parameter that is null or false makes an outer join one that finds nothing, which has no plan. */
function refusalsOfJoin(join: Node, kindOf: KindOf, absent: ReadonlySet<number>): string[] {
  if (join['jointype'] === 'JOIN_INNER') return [];
  const tables = [...within([join['larg'], join['rarg']], 'RangeVar')].map(nameOf);
  if (!tables.some((table) => kindOf(table) === 'organizations')) return [];
  const numbers = parts(member(join, 'quals'))
    .flatMap(bareParameters)
    .filter((number) => absent.has(number));
  return numbers.map((number) => `an outer join on $${number}, which is null or false`);
}

/** In a change it is passed on as text that compares the value twice. */
function refusalsOfCase({ arg, args }: Node): string[] {
  const values = list(args).map((when) => member(when, 'CaseWhen')['expr']);
  const isAsked = arg !== undefined && values.length > 0 && has(arg, 'FuncCall');
  return isAsked ? ['a change with the "case" of a value that is computed'] : [];
}

function parts(condition: Node): Node[] {
  const and = member(condition, 'BoolExpr');
  return and['boolop'] === 'AND_EXPR' ? list(and['args']).flatMap(parts) : [condition];
}

/** The parameters that a condition is, or compares with. */
function bareParameters(condition: Node): number[] {
  const { kind, lexpr, rexpr } = member(condition, 'A_Expr');
  const sides = kind === 'AEXPR_OP' ? [lexpr, rexpr] : [condition];
  return sides.flatMap(numberOf);
}

function numberOf(node: unknown): number[] {
  const cast = member(node, 'TypeCast')['arg'];
  if (cast !== undefined) return numberOf(cast);
  const number = member(node, 'ParamRef')['number'];
  return typeof number === 'number' ? [number] : [];
}

const has = (value: unknown, kind: string): boolean => within(value, kind).next().done !== true;

const mutable = (value: unknown, of: readonly ReadonlySet<string>[]): string[] =>
  [...within(value, 'FuncCall')].map(functionOf).filter((name) => of.some((names) => names.has(name)));

/** Sums and differences with what is cast to an interval, which depend on the time zone if the rest is a moment. */
const sums = (value: unknown): Node[] =>
  [...within(value, 'A_Expr')].filter(
    ({ name, lexpr, rexpr }) =>
      list(name).some((each) => /^[+-]$/.test(String(member(each, 'String')['sval']))) &&
      [lexpr, rexpr].some(isInterval),
  );

const isInterval = (node: unknown): boolean =>
  list(member(member(member(node, 'TypeCast'), 'typeName'))['names']).some(
    (name) => member(name, 'String')['sval'] === 'interval',
  );

const functionOf = (call: Node): string => String(member(list(call['funcname']).at(-1), 'String')['sval']);

const nameOf = ({ schemaname, relname }: Node): string => `${String(schemaname)}.${String(relname)}`;

const aliasOf = (source: Node): unknown => member(source['alias'])['aliasname'] ?? source['relname'];
