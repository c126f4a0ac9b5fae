/** Conversations: ingestion, what becomes of them, lists of many, and grouping anew, beside requests for pages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMIT, median } from '../contest.mjs';
import { databaseTime, forgetPeak, memory, peakMemory, processTime } from '../process-time.mjs';
import { HelpDesk, insertPlainly } from '../seed/help-desk.mjs';
import { freePort } from '../stage.mjs';

/** How many conversations there are when the cost of joining is measured, and at the end. */
const STEPS = (process.env.BENCH_CONVERSATIONS ?? '1000,10000,100000').split(',').map(Number);
/** Conversations a second that are sent beside requests for pages. */
const INGESTED_RATE = 1_000;
/** Conversations by which joining is measured. */
const MEASURED = 1_000;
const PAGES = 1_000;
/** Requests for pages a second, on so many connections. */
const RATE = 100;
const CONNECTIONS = 2;
const WINDOW_S = 1;
const WINDOWS_AT_REST = 15;
const LISTS_S = 2;
const GROUP = 'conversations.group-issues';

/** One process answers requests and works, as Quire is installed by default; the nightly grouping has one of its own. */
export const conversations = {
  name: 'conversations',
  async run(stage) {
    const space = await stage.space(PAGES);
    const server = await stage.startQuire('all', await freePort(), { pinned: false });
    const desk = new HelpDesk(stage, stage.organization.id, server);
    const read = () => readPages(stage, server, space);
    for (let i = 0; i < 5; i++) await read();
    const results = [];
    for (const [at, step] of STEPS.entries()) {
      const name = `${step} conversations`;
      const missing = step - desk.sent;
      const last = at === STEPS.length - 1;
      const rest = await atRest(read);
      const before = [processTime(server.pid), databaseTime(stage.postgres.pid)];
      const ingesting = meanwhile(read);
      const perSecond = await desk.send(missing, last ? INGESTED_RATE : Infinity);
      const windows = await ingesting.end();
      const begin = performance.now();
      const processing = meanwhile(read);
      await desk.sendAndWait(0);
      const seconds = (performance.now() - begin) / 1000 + missing / perSecond;
      const during = await processing.end();
      const [own, database] = [processTime(server.pid) - before[0], databaseTime(stage.postgres.pid) - before[1]];
      results.push(rowOf(`${name}: ingested`, missing / perSecond, perSecond, '≥ 1,000/s'));
      results.push(
        rowOf(`${name}: until all are in clusters`, seconds, missing / seconds, '', { own, database, missing }),
      );
      results.push(pageRow('page by id, at rest', rest, rest));
      results.push(pageRow(`page by id, while ${perSecond.toFixed(0)}/s are ingested`, windows, rest));
      results.push(pageRow('page by id, while they are read and join', during, rest));
      if (last) {
        const bare = await insertPlainly(stage.database, missing);
        results.push(rowOf(`${name}: ${LIMIT}, plain inserts`, missing / bare, bare));
      }
      results.push(...(await joining(stage, desk, name)));
      results.push(...(await lists(stage, desk, name)));
      console.error(JSON.stringify(await desk.sizes()));
    }
    await stage.stop(server);
    results.push(...(await grouping(stage, desk, space)));
    console.error(JSON.stringify(await desk.sizes()));
    return results;
  },
};

/** What it takes that 1,000 more are read, and how long joining takes for each. */
async function joining(stage, desk, name) {
  await settled(stage);
  const since = (await stage.database.query('select clock_timestamp() as now')).rows[0].now;
  await desk.sendAndWait(MEASURED);
  const ms = await desk.msOfJoining(since);
  return [{ kind: 'timed', name: `${name}: an issue joins a cluster`, ms, target: '≤ 5 ms' }];
}

/** Lists of an organization, by one connection. */
async function lists(stage, desk, name) {
  await stage.database.query('analyze');
  const path = `/v1/orgs/${desk.organization}`;
  const get = async (suffix) => (await stage.api.get(`${path}/${suffix}`)) ?? {};
  const [cluster] = (await get('conversations-clusters?orderBy=issues&limit=1')).items;
  const deep = async (list, more = '') => {
    let page = '';
    for (let i = 0; i < 5; i++) {
      const { next } = await get(`${list}?limit=${i < 4 ? 150 : 50}${more}${page}`);
      if (!next) break;
      page = `&page=${encodeURIComponent(next.page)}`;
    }
    return `${list}?limit=50${more}${page}`;
  };
  const all = {
    conversations: 'conversations?limit=50',
    'conversations, deep': await deep('conversations'),
    'conversations of a source': 'conversations?limit=50&source=api',
    issues: 'conversations-issues?limit=50',
    'issues, deep': await deep('conversations-issues'),
    'issues of a cluster': `conversations-issues?limit=50&cluster=${cluster.id}`,
  };
  for (const orderBy of ['updatedAt', 'issues', 'conversations'])
    for (const order of ['asc', 'desc'])
      all[`clusters by ${orderBy} ${order}`] = `conversations-clusters?limit=50&orderBy=${orderBy}&order=${order}`;
  all['clusters by issues, deep'] = await deep('conversations-clusters', '&orderBy=issues');
  const rows = [];
  for (const [title, suffix] of Object.entries(all)) {
    const request = { path: `${path}/${suffix}`, headers: desk.server.headers };
    const plan = { port: desk.server.port, connections: 1, seconds: LISTS_S, requests: [request] };
    const { p50, p95 } = await stage.load.run(plan);
    rows.push({ kind: 'beside', name: `${name}: ${title}`, p50, p95 });
  }
  return rows;
}

/** The grouping of all issues in a process of its own, which is queued as every night; more come meanwhile. */
async function grouping(stage, desk, space) {
  const api = await stage.startQuire('api', await freePort(), { pinned: false });
  const worker = await stage.startQuire('worker', await freePort(), { pinned: false });
  desk.server = api;
  const read = () => readPages(stage, api, space);
  for (let i = 0; i < 5; i++) await read();
  await settled(stage);
  const rest = await atRest(read);
  const grouped = async () =>
    (
      await stage.database.query('select grouped_at from conversations.grouping where organization_id = $1', [
        desk.organization,
      ])
    ).rows[0]?.grouped_at;
  const before = await grouped();
  const held = memory(worker.pid);
  forgetPeak(worker.pid);
  await stage.database.query('select graphile_worker.add_job($1, $2::json)', [
    GROUP,
    JSON.stringify({ organizationId: desk.organization }),
  ]);
  const begin = performance.now();
  const reading = meanwhile(read);
  const lock = meanwhile(() => lockAge(stage, desk));
  const others = meanwhile(async () => {
    await desk.send(10);
    await sleep(1000);
  });
  while (String(await grouped()) === String(before)) await sleep(500);
  const ms = performance.now() - begin;
  await others.end();
  const windows = await reading.end();
  const waited = Math.max(0, ...(await lock.end()));
  const peak = peakMemory(worker.pid);
  await desk.sendAndWait(0);
  for (const process of [worker, api]) await stage.stop(process);
  return [
    { kind: 'run', name: 'all issues grouped anew', seconds: ms / 1000, memory: peak, target: '≤ 600 s, < 1 GB' },
    { kind: 'run', name: 'the worker before', memory: held },
    { kind: 'timed', name: 'joining waits for the new grouping at most', ms: waited },
    pageRow('page by id, while all are grouped anew', windows, rest),
  ];
}

/** Pages are read while nothing else happens. */
async function atRest(read) {
  const windows = [];
  for (let i = 0; i < WINDOWS_AT_REST; i++) windows.push(await read());
  return windows;
}

/** For how long the lock of the clusters is held, milliseconds. */
async function lockAge(stage) {
  const { rows } = await stage.database.query(
    `select coalesce(max(extract(epoch from clock_timestamp() - a.xact_start)) * 1000, 0) as ms from pg_stat_activity a
     join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted where a.xact_start is not null`,
  );
  await sleep(20);
  return Number(rows[0].ms);
}

/** Waits until no job is queued soon, so that one thing is measured at a time. */
async function settled(stage) {
  const waiting = `select count(*)::int as jobs from graphile_worker.jobs j where run_at < now() + interval '1 minute'
    and task_identifier like 'conversations.%'`;
  for (let quiet = 0; quiet < 4;) {
    const { rows } = await stage.database.query(waiting);
    quiet = rows[0].jobs === 0 ? quiet + 1 : 0;
    await sleep(500);
  }
}

/** Repeats work until it is ended; answers all results. */
function meanwhile(work) {
  let over = false;
  const results = [];
  const done = (async () => {
    while (!over) results.push(await work());
  })();
  return {
    async end() {
      over = true;
      await done;
      return results;
    },
  };
}

async function readPages(stage, server, { id, pages }) {
  const requests = pages.slice(0, 200).map((page) => ({
    path: `/v1/spaces/${id}/content/page/${page}`,
    headers: server.headers,
  }));
  return stage.load.run({ port: server.port, connections: CONNECTIONS, seconds: WINDOW_S, rate: RATE, requests });
}

function pageRow(name, windows, rest) {
  const [p50, p95] = ['p50', 'p95'].map((member) => median(windows, member));
  const ratios = ['p50', 'p95'].map(
    (member) => `${member} ${(median(windows, member) / median(rest, member)).toFixed(2)}`,
  );
  return {
    kind: 'beside',
    name,
    windows: windows.length,
    p50,
    p95,
    ...(windows === rest ? {} : { ratios, target: '≤ 1.2' }),
  };
}

function rowOf(name, seconds, perSecond, target = '', times) {
  const each = times && { server: times.own / times.missing, database: times.database / times.missing };
  return { kind: 'run', name, seconds, perSecond, ...each, target };
}
