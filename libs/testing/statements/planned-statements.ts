import pg from 'pg';
import { MIGRATIONS } from '../../../src/app.module.js';
import { sharedTestDatabase, testServerVersion } from '../test-database.js';
import { TEST_NODES } from '../test-nodes.js';
import { withClient } from '../test-pool.js';
import { pairwiseJoins, type PlanNode } from './pairwise-joins.js';
import { tellOfSmallOrganizations } from './small-organizations.js';

/** What takes a list from a request or a job. */
const WITH_LIST = /\b(?:unnest|jsonb?_\w+)\(/;
/** The first version that takes statistics of rows that are not there. */
const TAKES_STATISTICS = 180_000;
/** Errors of statements about tables of a test, which the shared database does not have, and of those without a plan. */
const WITHOUT_PLAN = new Set(['42P01', '42703', '42601']);

export interface PlannedStatement {
  name: string;
  text: string;
}

/**
 * The statements that compare a list with the rows of an organization one by one where the planner takes each
 * organization for one row, with the tables. None where tests run on nodes or on a PostgreSQL before 18.
 */
export async function comparingOneByOne(statements: readonly PlannedStatement[]): Promise<string[]> {
  const concerned = statements.filter(({ text }) => WITH_LIST.test(text));
  if (concerned.length === 0 || TEST_NODES.length > 0 || (await testServerVersion()) < TAKES_STATISTICS) return [];
  const url = await sharedTestDatabase(MIGRATIONS, tellOfSmallOrganizations);
  return withClient(url, async (client) => {
    // A planner that takes a table for one row hashes it, or goes through it, by chance.
    await client.query('set enable_hashjoin = off; set enable_mergejoin = off');
    const found: string[] = [];
    for (const { name, text } of concerned) {
      const tables = pairwiseJoins((await planOf(client, text)) ?? NOTHING);
      if (tables.length > 0) found.push(`${name} compares a list one by one with ${tables.join(', ')}`);
    }
    return found;
  });
}

const NOTHING: PlanNode = { 'Node Type': 'Result' };

/** The plan of a statement that is prepared, whatever its parameters. */
async function planOf(client: pg.Client, text: string): Promise<PlanNode | undefined> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (generic_plan, verbose, format json) ${text}`,
    );
    return rows[0]?.['QUERY PLAN'][0].Plan;
  } catch (error) {
    if (error instanceof pg.DatabaseError && WITHOUT_PLAN.has(error.code ?? '')) return undefined;
    throw error;
  }
}
