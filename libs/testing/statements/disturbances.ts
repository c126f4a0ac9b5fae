import { list, member, parsed, within, type Node } from './syntax-tree.js';

/**
 * What the statements of a migration do to tables with rows that disturbs processes which go on working, in words: it
 * keeps them waiting for as long as the table is large, or takes away what the version before uses. Tables that the
 * migration creates itself have no rows, and no process knows them.
 */
export function disturbances(texts: readonly string[], inTransaction: boolean): string[] {
  const created = new Set<string>();
  const found: string[] = [];
  for (const statement of texts.flatMap(parsed)) {
    for (const kind of ['CreateStmt', 'CreateTableAsStmt'] as const) {
      const { relation, into } = member(statement, kind);
      if (relation ?? into) created.add(nameOf((relation ?? member(into)['rel']) as Node));
    }
    if (member(statement, 'DropStmt')['removeType'] === 'OBJECT_TABLE') found.push(`a table is dropped, ${USED}`);
    for (const [kind, look] of LOOKS) {
      const node = statement[kind] as Node | undefined;
      if (!node) continue;
      const table = nameOf(member(node, 'relation'));
      if (!created.has(table)) found.push(...look(node, inTransaction).map((what) => `${table}: ${what}`));
    }
  }
  return found;
}

const USED = 'which the version before uses; stop using it in one version, and drop it in the next';

type Look = (node: Node, inTransaction: boolean) => string[];

const LOOKS: readonly (readonly [kind: string, look: Look])[] = [
  ['IndexStmt', ({ concurrent }) => (concurrent ? [] : ['creates an index while writers wait; use "concurrently"'])],
  ['UpdateStmt', () => ['changes rows of a whole table at once; do it in portions, in a job']],
  ['DeleteStmt', () => ['deletes rows of a whole table at once; do it in portions, in a job']],
  ['LockStmt', () => ['locks a table']],
  ['ClusterStmt', () => ['writes a whole table anew']],
  [
    'VacuumStmt',
    ({ options }) => (JSON.stringify(options ?? '').includes('"full"') ? ['writes a whole table anew'] : []),
  ],
  ['RenameStmt', () => [`renames something, ${USED}`]],
  [
    'AlterTableStmt',
    (node, inTransaction) => list(node['cmds']).flatMap((command) => ofCommand(command, inTransaction)),
  ],
];

/** Constraints that are checked against all rows while writers wait. */
const CHECKED = new Map([
  ['CONSTR_CHECK', 'a check'],
  ['CONSTR_FOREIGN', 'a foreign key'],
  ['CONSTR_UNIQUE', 'a unique key'],
  ['CONSTR_PRIMARY', 'a primary key'],
  ['CONSTR_EXCLUSION', 'an exclusion'],
]);

function ofCommand(command: Node, inTransaction: boolean): string[] {
  const { subtype, def } = member(command, 'AlterTableCmd');
  if (subtype === 'AT_AddColumn') return ofColumn(member(def, 'ColumnDef'));
  if (subtype === 'AT_AddConstraint') return ofConstraint(member(def, 'Constraint'));
  if (subtype === 'AT_DropColumn') return [`drops a column, ${USED}`];
  if (subtype === 'AT_AlterColumnType') return ['changes the type of a column, which writes the whole table anew'];
  if (subtype === 'AT_SetNotNull')
    return ['reads the whole table for "not null"; validate a check before, then set it'];
  if (subtype === 'AT_ValidateConstraint' && inTransaction)
    return ['validates a constraint in a transaction with other locks; set "transaction = false"'];
  return [];
}

function ofColumn(column: Node): string[] {
  const found: string[] = [];
  const constraints = list(column['constraints']).map((item) => member(item, 'Constraint'));
  const kinds = constraints.map(({ contype }) => contype);
  if (kinds.includes('CONSTR_NOTNULL') && !kinds.includes('CONSTR_DEFAULT'))
    found.push('adds a column that must have a value, which the version before does not give');
  for (const constraint of constraints) {
    const { contype, raw_expr: value } = constraint;
    if (contype === 'CONSTR_DEFAULT' && [...within(value, 'FuncCall')].length > 0)
      found.push('adds a column whose value is computed for each row');
    if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY')
      found.push('adds a column whose value is computed for each row');
    found.push(...ofConstraint(constraint));
  }
  return found;
}

function ofConstraint({ contype, skip_validation: isLater, indexname }: Node): string[] {
  const what = CHECKED.get(String(contype));
  if (what === undefined || isLater || indexname) return [];
  return [`adds ${what}, which reads the whole table; use "not valid" or an index that is there`];
}

const nameOf = ({ schemaname, relname }: Node): string => `${String(schemaname)}.${String(relname)}`;
