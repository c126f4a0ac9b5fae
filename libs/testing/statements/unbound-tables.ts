import { list, member, parsed, type Node } from './syntax-tree.js';

/** Whether a table, `schema.table`, has rows of organizations. */
export type OfOrganizations = (table: string) => boolean;

const COLUMN = 'organization_id';

/**
 * The tables of organizations that a statement reads or writes without giving the organization as a parameter, as
 * `schema.table alias`. Each query level names it for itself, `organization_id = $n`, or joins a table that does, at
 * the same level: a distributed database knows the one node that has the rows only then. What is derived from a column
 * of the query around, or of a query that is run first, does not count.
 */
export function unboundTables(text: string, isOfOrganizations: OfOrganizations): string[] {
  const found: string[] = [];
  for (const statement of parsed(text)) new Statement(isOfOrganizations, found).check(statement);
  return found;
}

/** What may be the same organization: a parameter, or the column of one table at one query level. */
class Equal {
  readonly #parents = new Map<string, string>();

  root(name: string): string {
    const parent = this.#parents.get(name);
    return parent === undefined ? name : this.root(parent);
  }

  join(one: string, other: string): void {
    const [from, to] = [this.root(one), this.root(other)];
    if (from !== to) this.#parents.set(from, to);
  }
}

/** A name in the `from` of a query level; `table` where it is a table of organizations. */
interface Source {
  key: string;
  table: string | undefined;
}

/** The names of one query level; a subquery that PostgreSQL merges into the level around it shares its equalities. */
interface Level {
  sources: Map<string, Source>;
  equal: Equal;
  around: Level | undefined;
}

const PARAMETER = '$';

class Statement {
  #levels = 0;

  constructor(
    private readonly isOfOrganizations: OfOrganizations,
    private readonly found: string[],
  ) {}

  check(node: Node): void {
    const [[kind, members] = []] = Object.entries(node) as [string, Node][];
    if (!kind || !members) return;
    if (kind === 'SelectStmt') this.#select(members);
    else if (kind === 'InsertStmt') this.#insert(members);
    else if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.#change(members);
    else this.#within(members);
  }

  /** The queries within an expression, each a level of its own. */
  #within(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#within(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        if (/^(?:Select|Insert|Update|Delete)Stmt$/.test(name)) this.check({ [name]: member });
        else this.#within(member);
      }
  }

  /** The level of a query and the value of each column that it returns. */
  #select(query: Node, around?: Level): Level {
    this.#within(query['withClause']);
    const level: Level = { sources: new Map(), equal: around?.equal ?? new Equal(), around };
    if (query['larg'] !== undefined) {
      this.#select(query['larg'] as Node);
      this.#select(query['rarg'] as Node);
      this.#within(query['sortClause']);
      return level;
    }
    this.#read(level, query['fromClause'], query['whereClause']);
    for (const name of ['targetList', 'valuesLists', 'groupClause', 'havingClause', 'sortClause', 'windowClause'])
      this.#within(query[name]);
    this.#within([query['limitCount'], query['limitOffset']]);
    if (!around) this.#report(level);
    return level;
  }

  #insert(query: Node): void {
    this.#within(query['withClause']);
    const table = this.#tableOf(query['relation'] as Node);
    const select = (query['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined;
    const level = select && this.#select(select);
    this.#within([query['onConflictClause'], query['returningClause']]);
    if (table === undefined || !select || !level) return;
    const at = list(query['cols']).findIndex((column) => member(column, 'ResTarget')['name'] === COLUMN);
    const rows = list(select['valuesLists']).map((row) => list(member(row, 'List')['items'])[at]);
    const given = rows.length > 0 ? rows : [member(list(select['targetList'])[at], 'ResTarget')['val']];
    if (at < 0 || !given.every((value) => value && this.#isBound(level, value as Node))) this.found.push(table);
  }

  #change(query: Node): void {
    this.#within(query['withClause']);
    const level: Level = { sources: new Map(), equal: new Equal(), around: undefined };
    const from = [{ RangeVar: query['relation'] }, ...list(query['fromClause']), ...list(query['usingClause'])];
    this.#read(level, from, query['whereClause']);
    this.#within([query['targetList'], query['returningClause']]);
    this.#report(level);
  }

  #read(level: Level, from: unknown, where: unknown): void {
    const conditions: Node[] = [];
    for (const item of list(from)) this.#source(level, item, conditions);
    if (where) conditions.push(where as Node);
    for (const condition of conditions) this.#condition(level, condition);
  }

  #source(level: Level, item: Node, conditions: Node[]): void {
    const [[kind = '', members] = []] = Object.entries(item) as [string, Node][];
    if (!members) return;
    if (kind === 'RangeVar') {
      const alias = member(members['alias'])['aliasname'] ?? members['relname'];
      level.sources.set(String(alias), { key: `${++this.#levels}.${String(alias)}`, table: this.#tableOf(members) });
    } else if (kind === 'JoinExpr') {
      this.#source(level, members['larg'] as Node, conditions);
      const before = [...level.sources.values()];
      this.#source(level, members['rarg'] as Node, conditions);
      const joined = [...level.sources.values()].filter((source) => !before.includes(source));
      const using = list(members['usingClause']).map((column) => member(column, 'String')['sval']);
      const [left, right] = [before, joined].map((side) => side.find(({ table }) => table !== undefined));
      if (using.includes(COLUMN) && left && right) level.equal.join(left.key, right.key);
      if (members['quals']) conditions.push(members['quals'] as Node);
    } else if (kind === 'RangeSubselect') {
      this.#subquery(level, members);
    } else {
      this.#within(members);
      const alias = member(members['alias'])['aliasname'];
      if (alias !== undefined)
        level.sources.set(String(alias), { key: `${++this.#levels}.${String(alias)}`, table: undefined });
    }
  }

  /** A subquery without anything that PostgreSQL would have to run first counts as part of the level around it. */
  #subquery(level: Level, members: Node): void {
    const alias = String(member(members['alias'])['aliasname']);
    const query = member(members['subquery'], 'SelectStmt');
    const source: Source = { key: `${++this.#levels}.${alias}`, table: undefined };
    if (isMerged(query)) {
      const inner = this.#select(query, level);
      const returned = list(query['targetList']).map((target) => member(target, 'ResTarget'));
      for (const { name, val } of returned) {
        const column = list(member(val, 'ColumnRef')['fields']).at(-1);
        if (name !== COLUMN && (name !== undefined || member(column, 'String')['sval'] !== COLUMN)) continue;
        const key = this.#keyOf(inner, val as Node);
        if (key !== undefined) level.equal.join(source.key, key);
      }
      for (const [name, held] of inner.sources) level.sources.set(`${alias} ${name}`, held);
    } else this.#select(query);
    level.sources.set(alias, source);
  }

  /** Notes which columns a condition makes equal, as far as it always holds. */
  #condition(level: Level, condition: Node): void {
    const and = member(condition, 'BoolExpr');
    if (and['boolop'] === 'AND_EXPR') {
      for (const part of list(and['args'])) this.#condition(level, part);
      return;
    }
    this.#within(condition);
    const { kind, name, lexpr, rexpr } = member(condition, 'A_Expr');
    if (kind !== 'AEXPR_OP' || member(list(name)[0], 'String')['sval'] !== '=') return;
    const [left, right] = [lexpr, rexpr].map((side) => list(member(side, 'RowExpr')['args']));
    const pairs = left?.length && right?.length ? left.map((item, i) => [item, right[i]]) : [[lexpr, rexpr]];
    for (const [one, other] of pairs) {
      const [from, to] = [this.#keyOf(level, one as Node), this.#keyOf(level, other as Node)];
      if (from !== undefined && to !== undefined) level.equal.join(from, to);
    }
  }

  /** What an expression names: a parameter, or the organization of a table or subquery that is in reach. */
  #keyOf(level: Level, expression: Node): string | undefined {
    const plain = (member(expression, 'TypeCast')['arg'] ?? member(expression, 'CollateClause')['arg']) as Node;
    if (plain) return this.#keyOf(level, plain);
    if (expression['ParamRef'] || expression['A_Const']) return PARAMETER;
    const fields = list(member(expression, 'ColumnRef')['fields']).map((field) => member(field, 'String')['sval']);
    if (fields.at(-1) !== COLUMN) return undefined;
    for (let at: Level | undefined = level; at; at = at.around) {
      const source =
        fields.length > 1 ? at.sources.get(String(fields.at(-2))) : [...at.sources.values()].find(({ table }) => table);
      if (source) return source.key;
    }
    return undefined;
  }

  #isBound(level: Level, expression: Node): boolean {
    const key = this.#keyOf(level, expression);
    return key !== undefined && level.equal.root(key) === level.equal.root(PARAMETER);
  }

  #report(level: Level): void {
    const bound = level.equal.root(PARAMETER);
    for (const [alias, { key, table }] of level.sources)
      if (table !== undefined && level.equal.root(key) !== bound) this.found.push(`${table} ${alias}`);
  }

  #tableOf({ schemaname, relname }: Node): string | undefined {
    const name = `${String(schemaname)}.${String(relname)}`;
    return this.isOfOrganizations(name) ? name : undefined;
  }
}

/** Whether PostgreSQL merges a subquery in `from` into the query around it. */
function isMerged(query: Node): boolean {
  const apart = ['withClause', 'larg', 'distinctClause', 'groupClause', 'havingClause', 'windowClause', 'valuesLists'];
  const limits = ['limitCount', 'limitOffset', 'sortClause', 'lockingClause'];
  return (
    [...apart, ...limits].every((name) => query[name] === undefined) &&
    !/"agg_|"FuncCall":\{"funcname":\[\{"String":\{"sval":"(?:count|max|min|sum|array_agg|string_agg|json_agg|jsonb_agg|bool_or|bool_and)"/.test(
      JSON.stringify(query['targetList']),
    )
  );
}
