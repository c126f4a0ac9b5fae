/** What the processes hold, read from Linux's /proc and from what Quire measures of itself. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../process-time.mjs';

const HEAP_PATIENCE_MS = 20_000;

const fieldOf = (pid, name) => {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
const filesOf = (pid) => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
};
const sum = (list) => list.reduce((total, one) => total + one, 0);

/** Memory in bytes, and counts, of the server, of the processes it started, and of PostgreSQL; undefined while one is away. */
export async function sample(server) {
  const { pid } = server;
  const metrics = await metricsOf(server.metrics);
  if (!metrics) return undefined;
  const scripts = childrenOf(pid);
  const backends = childrenOf(server.databasePid);
  return {
    at: Date.now(),
    uptime: Date.now() - server.starts.at(-1).at,
    start: server.starts.length,
    rss: fieldOf(pid, 'VmRSS') * 1024,
    threads: fieldOf(pid, 'Threads'),
    descriptors: filesOf(pid),
    scripts: scripts.length,
    scriptsRss: sum(scripts.map((one) => fieldOf(one, 'VmRSS'))) * 1024,
    connections: backends.length,
    // Shared memory would count once for each.
    databaseRss: sum(backends.map((one) => fieldOf(one, 'RssAnon'))) * 1024,
    delay: metrics('nodejs_eventloop_delay_p99_seconds') * 1000,
    caches: metrics('quire_cache_size_bytes'),
    waiting: metrics('quire_jobs_waiting'),
    parked: metrics('quire_jobs_parked'),
  };
}

/** Sums over the labels of a measurement. */
async function metricsOf(url) {
  const text = await fetch(url)
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (text === undefined) return undefined;
  return (name) =>
    sum([...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'gm'))].map(([, value]) => Number(value)));
}

/** What V8 keeps after a collection of garbage, and buffers beside it, bytes; undefined where the server is away. */
export async function heapOf(server) {
  const { pid } = server;
  const file = join(server.temporary, `heap-${pid}.json`);
  rmSync(file, { force: true });
  try {
    process.kill(pid, 'SIGUSR2');
  } catch {
    return undefined;
  }
  for (const end = Date.now() + HEAP_PATIENCE_MS; Date.now() < end; await sleep(50)) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      if (server.pid !== pid) return undefined;
    }
  }
  return undefined;
}

/** The number of files below folders of the data folder, without those of PostgreSQL, and of temporary ones. */
export function files(server) {
  const counts = {};
  const count = (folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true }).filter((one) => !one.isDirectory()).length;
  for (const entry of readdirSync(server.dataDir, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'postgres') counts[entry.name] = count(join(server.dataDir, entry.name));
  }
  const own = readdirSync(server.temporary).filter((name) => !/^heap-\d+\.json$/.test(name));
  return { ...counts, temporary: own.length };
}

/** Rows and bytes of all tables of Quire, by name. */
export async function tables(database) {
  const { rows: known } = await database.query(`select n.nspname || '.' || c.relname as name,
      pg_total_relation_size(c.oid)::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('content', 'conversations', 'graphile_worker', 'integrations', 'kernel',
      'organization', 'publishing') order by 1`);
  const counts = known.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${quoted(name)}`);
  const { rows } = await database.query(counts.join(' union all '));
  const rowsOf = new Map(rows.map((row) => [row.name, row.rows]));
  return new Map(known.map(({ name, bytes }) => [name, { name, bytes, rows: rowsOf.get(name) }]));
}

const quoted = (name) => name.replace(/\.(.*)$/, '."$1"');
