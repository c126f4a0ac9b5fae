import { appendFileSync } from 'node:fs';
import { sentStatements, type SentStatement } from '#kernel/infrastructure/database/sent-statements';
import { MIGRATIONS } from '../../../src/app.module.js';
import { ACROSS_ORGANIZATIONS } from './across-organizations.js';
import { comparingOneByOne } from './planned-statements.js';
import { refusals, type KindOf } from './refusals.js';
import { grammarLoaded } from './syntax-tree.js';
import { unboundTables } from './unbound-tables.js';

/** Statements of tests, which look into the database as they like. */
const OF_TESTS = /^test\./;
/** Those that concern no table of the contexts. */
const WITHOUT_TABLES = /^(?:begin|commit|rollback|listen|set|show|select 1)\b/i;

interface Noted {
  name: string;
  /** The parameters that were null or false at least once. */
  absent: Set<number>;
}

const noted = new Map<string, Noted>();

/** Notes each statement that the application sends from now on. */
function note(message: unknown): void {
  const { name, text, absent } = message as SentStatement;
  if (OF_TESTS.test(name) || WITHOUT_TABLES.test(text)) return;
  const known = noted.get(text) ?? { name, absent: new Set() };
  noted.set(text, known);
  for (const parameter of absent) known.absent.add(parameter);
}

const shared = new Set(
  MIGRATIONS.flatMap(({ schema, shared: tables = [] }) =>
    ['migration', ...tables].map((table) => `${schema}.${table}`),
  ),
);
const ofServer = new Set(
  MIGRATIONS.flatMap(({ schema, ofServer: tables = [] }) => tables.map((table) => `${schema}.${table}`)),
);
/** The tables of the kernel, such as its queue, belong to no organization. */
const schemas = new Set(MIGRATIONS.map(({ schema }) => schema).filter((schema) => schema !== 'kernel'));

/** Whether the rows of a table, `schema.table`, are where their organization is. */
export const isOfOrganizations = (table: string): boolean =>
  schemas.has(table.split('.')[0] ?? '') && !shared.has(table) && !ofServer.has(table);

/** Where the rows of a table are in a distributed database; undefined for the queue and others on one node. */
const kindOf: KindOf = (table) =>
  isOfOrganizations(table) ? 'organizations' : shared.has(table) ? 'shared' : undefined;

const isAcross = (name: string, text: string): boolean =>
  Object.keys(ACROSS_ORGANIZATIONS).some((known) => name.startsWith(known) || text.includes(known));

/**
 * What the statements noted so far do not give the organization for, and no list allows; and what a distributed
 * database would refuse of them; and those that a planner could run with millions of comparisons. They are added to the file
 * QUIRE_TEST_STATEMENTS where that is set, as JSON by lines: to look at their plans on a distributed database.
 */
async function faultsOfStatements(): Promise<string[]> {
  sentStatements.unsubscribe(note);
  if (noted.size === 0) return [];
  const { QUIRE_TEST_STATEMENTS: file } = process.env;
  if (file) for (const [text, { name }] of noted) appendFileSync(file, `${JSON.stringify({ name, text })}\n`);
  await grammarLoaded();
  const planned = await comparingOneByOne([...noted].map(([text, { name }]) => ({ text, name: titleOf(name, text) })));
  return [...noted]
    .flatMap(([text, { name, absent }]) => {
      const tables = isAcross(name, text) ? [] : unboundTables(text, isOfOrganizations);
      const title = titleOf(name, text);
      return [
        ...(tables.length > 0 ? [`${title} gives no organization for ${tables.join(', ')}`] : []),
        ...refusals(text, kindOf, absent).map((refusal) => `${title} is refused by a distributed database: ${refusal}`),
      ];
    })
    .concat(planned);
}

const titleOf = (name: string, text: string): string => name || text.slice(0, 300);

sentStatements.subscribe(note);
(globalThis as { faultsOfStatements?: typeof faultsOfStatements }).faultsOfStatements = faultsOfStatements;
