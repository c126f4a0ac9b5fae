/**
 * `npm run soak [-- --minutes 60 --port 3300 --every 5 --keep]`: mixed work on one Quire with its own PostgreSQL, as
 * `npm start` runs it, for a long time. During the first three fifths the server is killed (`kill -9`) about every so many
 * minutes, and now and then PostgreSQL; then it is left alone. Tells each minute what was answered and held, and in the
 * end whether memory stays as it is, whether content explains the growth of tables, whether all that was acknowledged is
 * there, and whether nothing was answered with 500, parked or left behind. Ends with 1 where one of these does not hold.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepare } from '../bin/prepare.mjs';
import { Caller } from './soak/caller.mjs';
import { commenter, filer, proposer, writer } from './soak/callers/content.mjs';
import { members, signIns, tokens } from './soak/callers/organization.mjs';
import * as others from './soak/callers/others.mjs';
import { member, visitor } from './soak/callers/readers.mjs';
import * as removals from './soak/callers/removals.mjs';
import { growthOf } from './soak/growth.mjs';
import { Ledger } from './soak/ledger.mjs';
import { Outside } from './soak/outside.mjs';
import { files, heapOf, sample, tables } from './soak/samples.mjs';
import { SoakServer } from './soak/server.mjs';
import { setStage, settled } from './soak/stage.mjs';
import { median, memoryOf } from './soak/verdict.mjs';
import { work } from './soak/work.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    port: { type: 'string', default: '3300' },
    every: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
  },
});
const LENGTH_MS = Number(values.minutes) * 60_000;
/** Of the time, so much has kills. */
const STRUCK = 0.6;
const EVERY_MS = Math.min(Number(values.every) * 60_000, LENGTH_MS / 8);
const SAMPLE_MS = 5_000;
const HEAP_MS = 60_000;
const WRITERS = 2;
const MB = 1e6;
const CEILING_MB = 768;

await prepare();
const outside = await Outside.open();
const port = Number(values.port);
const model = { QUIRE_MODEL_URL: `${outside.url}/v1`, QUIRE_MODEL_NAME: 'echo' };
const server = new SoakServer({ server: port, metrics: port + 1 }, { QUIRE_MEMORY_MB: String(CEILING_MB), ...model });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void server.dispose(values.keep).finally(() => process.exit(130)));
let isGood = false;
try {
  await server.start();
  isGood = await soak();
} finally {
  await server.dispose(values.keep || !isGood);
  outside.close();
}
process.exit(isGood ? 0 : 1);

async function soak() {
  const database = databaseOf(server);
  const calls = new Caller(server);
  const ledger = new Ledger();
  console.log(`Soak of ${values.minutes} minutes in ${server.dir}`);
  const stage = await setStage({ server, calls, outside });
  await settled(database);
  await database.query('vacuum analyze');
  const before = { tables: await tables(database), files: files(server) };
  const begin = Date.now();
  const [quiet, end] = [begin + LENGTH_MS * STRUCK, begin + LENGTH_MS];
  const soaked = {
    ...{ ...stage, server, calls, ledger, database, outside, writers: WRITERS },
    removed: { spaces: [], organizations: [] },
    isOver: () => Date.now() > end,
    isAway: () => server.strikes.at(-1)?.until === Infinity,
  };
  const [samples, heaps] = [[], []];
  await Promise.all([work(callersOf(soaked), soaked), strike(soaked, quiet), watch(soaked, samples, heaps)]);
  console.log(`\nOver at ${new Date().toISOString()}; ${JSON.stringify(ledger.made)}`);
  await settled(database);
  await removals.purged(database);
  const waiting = await settled(database);
  const found = await ledger.faults(database);
  await database.query('vacuum analyze');
  const after = { tables: await tables(database), files: files(server) };
  const report = { samples, heaps, before, after: after.files, made: ledger.made, strikes: server.strikes };
  writeFileSync(join(server.dir, 'samples.json'), JSON.stringify(report));
  const wrong = [
    ...judged('Answers that must not be', calls.faults),
    ...judged('What was acknowledged and is not there', found),
    ...judged('Entries of the log that must not be', server.never),
    ...judged(
      'Errors in the log that no kill explains',
      server.errors
        .filter(({ isStruck, line }) => !isStruck && !/The PDF is being made/.test(line))
        .map(({ line }) => line),
    ),
    ...judged(
      'Jobs that wait still',
      waiting.map((one) => JSON.stringify(one)),
    ),
    ...judged('What is left of organizations and spaces that were removed', await leftOf(database, soaked.removed)),
  ];
  const health = await (await fetch(`${server.url}/health/ready`)).json();
  if (health.parkedJobs) wrong.push(...judged('Parked jobs', [JSON.stringify(health)]));
  const memory = memoryOf(samples, heaps, quiet, CEILING_MB);
  console.log(`\nMemory and handles\n  ${memory.said.join('\n  ')}`);
  wrong.push(...judged('Memory and handles that grow', memory.wrong));
  wrong.push(...tell(growthOf(before.tables, after.tables, ledger.made, calls.unknown, server.strikes.length)));
  wrong.push(...judged('Files that grow', filesLeft(before.files, after.files, ledger.made, server.strikes.length)));
  await database.end();
  const { strikes, starts, levels } = server;
  const killed = strikes.map(({ what }) => what);
  console.log(
    `\n${killed.length} kills (${killed.join(', ')}); starts took ${starts.map(({ ms }) => ms).join(', ')} ms`,
  );
  console.log(`Answers: ${JSON.stringify(calls.statuses)}, ${calls.unknown} cut off; log: ${JSON.stringify(levels)}`);
  console.log(`Looked at in the end: ${JSON.stringify(ledger.size)}; files: ${JSON.stringify(after.files)}`);
  console.log(wrong.length === 0 ? '\nAll holds.' : `\n${wrong.length} do not hold:\n* ${wrong.join('\n* ')}`);
  return wrong.length === 0;
}

function callersOf(soaked) {
  return [
    ...Array.from({ length: WRITERS }, (_, number) => writer(soaked, number)),
    ...[0, 100, 200].map((number) => member(soaked, number)),
    ...[0, 50].map((number) => visitor(soaked, number)),
    ...[filer, commenter, proposer, tokens, members, signIns].map((of) => of(soaked)),
    ...[others.tasks, others.conversations, others.specifications, others.translations].map((of) => of(soaked)),
    ...[others.printer, others.importer, others.syncer].map((of) => of(soaked)),
    ...[removals.spaces, removals.sites, removals.organizations].map((of) => of(soaked)),
  ];
}

/** Kills the server again and again; every fourth time PostgreSQL, or what is behind one connection. */
async function strike({ isOver }, until) {
  for (let number = 1; ; number++) {
    await sleep(EVERY_MS * (0.8 + Math.random() * 0.4));
    if (Date.now() > until || isOver()) return;
    if (number % 4 === 0) await server.strikeDatabase(number % 8 === 0);
    else await server.strike();
  }
}

async function watch({ isOver, calls, database }, samples, heaps) {
  console.log('| minute | requests | p50, p99 ms | server MB | kept MB | caches MB | PostgreSQL MB | scripts MB |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  let [minute, next] = [0, Date.now() + HEAP_MS];
  while (!isOver()) {
    await sleep(SAMPLE_MS);
    const now = await sample(server).catch(() => undefined);
    if (now) samples.push(now);
    if (Date.now() < next || !now) continue;
    next += HEAP_MS;
    const heap = await heapOf(server);
    if (heap) heaps.push({ at: Date.now(), start: now.start, uptime: now.uptime, caches: now.caches, ...heap });
    const taken = calls.times.splice(0).sort((a, b) => a - b);
    const cells = [++minute, taken.length, `${median(taken)}, ${taken[Math.floor(taken.length * 0.99)]}`];
    const bytes = [now.rss, heap && heap.heap + heap.external, now.caches, now.databaseRss, now.scriptsRss];
    console.log(
      `| ${[...cells, ...bytes.map((one) => (one === undefined ? '' : (one / MB).toFixed(0)))].join(' | ')} |`,
    );
    await database.query('select 1').catch(() => undefined);
  }
}

/** A pool that outlives kills of PostgreSQL, whose port may be another one afterwards. */
function databaseOf() {
  let pool;
  let url;
  const current = () => {
    if (url !== server.databaseUrl) {
      void pool?.end().catch(() => undefined);
      url = server.databaseUrl;
      pool = new pg.Pool({ connectionString: url, max: 2 });
      pool.on('error', () => undefined);
    }
    return pool;
  };
  return { query: (...args) => current().query(...args), end: () => pool?.end() };
}

/** Rows that name organizations or spaces that were deleted for good. */
async function leftOf(database, { organizations, spaces }) {
  const { rows } = await database.query(`select table_schema || '.' || table_name as name, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where column_name in ('organization_id', 'space_id') and table_type = 'BASE TABLE'
      and table_schema in ('content', 'conversations', 'integrations', 'organization', 'publishing')`);
  const left = [];
  for (const { name, column } of rows) {
    if (name === 'organization.audit_event') continue;
    const ids = column === 'space_id' ? spaces : organizations;
    const found = await database.query(`select count(*)::int as count from ${name} where ${column} = any($1)`, [ids]);
    if (found.rows[0].count > 0) left.push(`${found.rows[0].count} rows of ${name}`);
  }
  return left;
}

function filesLeft(before, after, made, kills) {
  const most = {
    blobs: (made.files ?? 0) + (made.prints ?? 0) + 20,
    pictures: 20,
    outbox: 10,
    // Of uploads that were cut off: removed a day later.
    incoming: 4 * kills,
    scripts: 40,
    temporary: 3,
  };
  return Object.entries(after)
    .filter(([name, count]) => count - (before[name] ?? 0) > (most[name] ?? 0) * 1.1)
    .map(([name, count]) => `${name}: ${before[name] ?? 0} then ${count}`);
}

function judged(what, list) {
  if (list.length > 0) console.log(`\n${what}:\n  ${list.slice(0, 20).join('\n  ')}`);
  return list.length > 0 ? [`${what}: ${list.length}`] : [];
}

function tell(growth) {
  console.log('\n| table | rows more | explained by | MB more |\n| --- | --- | --- | --- |');
  for (const { name, rows, kind, most, bytes, isExplained } of growth.sort((a, b) => b.bytes - a.bytes)) {
    const why = `${isExplained ? '' : '**not** '}${kind}${most === undefined ? '' : `, at most ${most}`}`;
    console.log(`| ${name} | ${rows} | ${why} | ${(bytes / MB).toFixed(2)} |`);
  }
  return growth.filter(({ isExplained }) => !isExplained).map(({ name, rows }) => `${name} grew by ${rows} rows`);
}
