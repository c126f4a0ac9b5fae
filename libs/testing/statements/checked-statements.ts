import { appendFileSync } from 'node:fs';
import { sentStatements, type SentStatement } from '#kernel/infrastructure/database/sent-statements';
import { MIGRATIONS } from '../../../src/app.module.js';
import { ACROSS_ORGANIZATIONS } from './across-organizations.js';
import { grammarLoaded, unboundTables } from './unbound-tables.js';

/** Statements of tests, which look into the database as they like. */
const OF_TESTS = /^test\./;
/** Those that concern no table of the contexts. */
const WITHOUT_TABLES = /^(?:begin|commit|rollback|listen|set|show|select 1)\b/i;

const names = new Map<string, string>();

/** Notes each statement that the application sends from now on. */
function note(message: unknown): void {
  const { name, text } = message as SentStatement;
  if (!OF_TESTS.test(name) && !WITHOUT_TABLES.test(text) && !names.has(text)) names.set(text, name);
}

const shared = new Set(
  MIGRATIONS.flatMap(({ schema, shared: tables = [] }) =>
    ['migration', ...tables].map((table) => `${schema}.${table}`),
  ),
);
/** The tables of the kernel, such as its queue, belong to no organization. */
const schemas = new Set(MIGRATIONS.map(({ schema }) => schema).filter((schema) => schema !== 'kernel'));

/** Whether the rows of a table, `schema.table`, are where their organization is. */
export const isOfOrganizations = (table: string): boolean =>
  schemas.has(table.split('.')[0] ?? '') && !shared.has(table);

const isAcross = (name: string, text: string): boolean =>
  Object.keys(ACROSS_ORGANIZATIONS).some((known) => name.startsWith(known) || text.includes(known));

/**
 * What the statements noted so far do not give the organization for, and no list allows. They are added to the file
 * QUIRE_TEST_STATEMENTS where that is set, as JSON by lines: to look at their plans on a distributed database.
 */
async function faultsOfStatements(): Promise<string[]> {
  sentStatements.unsubscribe(note);
  if (names.size === 0) return [];
  const { QUIRE_TEST_STATEMENTS: file } = process.env;
  if (file) for (const [text, name] of names) appendFileSync(file, `${JSON.stringify({ name, text })}\n`);
  await grammarLoaded();
  return [...names].flatMap(([text, name]) => {
    const tables = isAcross(name, text) ? [] : unboundTables(text, isOfOrganizations);
    return tables.length > 0 ? [`${name || text.slice(0, 300)} gives no organization for ${tables.join(', ')}`] : [];
  });
}

sentStatements.subscribe(note);
(globalThis as { faultsOfStatements?: typeof faultsOfStatements }).faultsOfStatements = faultsOfStatements;
