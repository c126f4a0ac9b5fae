/** How long it takes until new pages are found, and what that costs, while others are read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../contest.mjs';
import { databaseTime, peakMemory, processTime } from '../process-time.mjs';
import { titleOf } from '../seed/markdown.mjs';
import { freePort } from '../stage.mjs';
import { isIndexed } from './searching.mjs';

const SIZES = (process.env.BENCH_INDEXED ?? '1000,10000,100000').split(',').map(Number);
/** Bodies that differ; of more pages some have the same. */
const BODIES = 20_000;
const TARGETS = { 100_000: '< 90 s, ≤ 10 kB a page' };
const PATIENCE_MS = 1_800_000;

const READ_PAGES = 1_000;
/** Requests for pages a second, on so many connections. */
const RATE = 100;
const CONNECTIONS = 2;
const WINDOW_S = 1;
const WINDOWS_AT_REST = 10;

const INDEX_BYTES = `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'content' and c.relkind = 'r' and c.relname like 'search\\_%'`;

/**
 * New pages in one revision, and one process that answers and works (role `all`), until a search finds the last of them.
 * Meanwhile pages of another space are read of it at a steady rate; what they cost at rest is not counted.
 */
export const indexing = {
  name: 'indexing to the end',
  async run(stage) {
    const read = await stage.space(READ_PAGES);
    const results = [];
    for (const size of SIZES) results.push(...(await index(stage, read, size)));
    return results;
  },
};

async function index(stage, read, size) {
  await stage.keepJobsOf(read.id);
  const server = await stage.startQuire('all', await freePort(), { pinned: false });
  const window = () => readPages(stage, server, read);
  while (!(await isIndexed(stage, read.id))) await sleep(200);
  for (let i = 0; i < 3; i++) await window();
  const rest = [];
  for (let i = 0; i < WINDOWS_AT_REST; i++) rest.push(await window());
  const bytes = await bytesOf(stage);
  let [begin, before] = [];
  const committed = () => ([begin, before] = [performance.now(), timesOf(stage, server)]);
  const { id: spaceId, pages } = await stage.newPages(size, { first: size, bodies: BODIES, committed });
  const isFound = finds(stage, spaceId, titleOf(2 * size - 1), pages.at(-1));
  const windows = [];
  let answered = 0;
  for (;;) {
    const [found, during] = [await isFound(), await window()];
    answered += during.answered;
    windows.push(during);
    if (found && (await isIndexed(stage, spaceId))) break;
    if (performance.now() - begin > PATIENCE_MS) throw new Error(`${size} pages were not found in time`);
  }
  const seconds = (performance.now() - begin) / 1000;
  const times = timesOf(stage, server).map((time, i) => time - before[i]);
  const [own, database] = ['server', 'database'].map((of, i) => (times[i] - answered * median(rest, of)) / size);
  const disk = ((await bytesOf(stage)) - bytes) / size;
  const memory = peakMemory(server.pid);
  await stage.stop(server);
  const name = `${size.toLocaleString('en')} pages`;
  const figures = { seconds, perSecond: size / seconds, server: own, database, memory, disk };
  return [
    { kind: 'run', name, ...figures, target: TARGETS[size] },
    { kind: 'beside', name: `page by id, at rest before ${name}`, ...shown(rest) },
    { kind: 'beside', name: `page by id, while ${name} are indexed`, ...shown(windows, rest), target: '≤ 1.5' },
  ];
}

/** Whether a search of the last page's title finds it. */
function finds(stage, spaceId, title, page) {
  const path = `/v1/spaces/${spaceId}/search?limit=50&query=${encodeURIComponent(title)}`;
  return async () => JSON.stringify(await stage.api.get(path)).includes(page);
}

async function readPages(stage, server, { id, pages }) {
  const requests = pages.slice(0, 200).map((page) => ({
    path: `/v1/spaces/${id}/content/page/${page}?format=markdown`,
    headers: server.headers,
  }));
  const before = timesOf(stage, server);
  const plan = { port: server.port, connections: CONNECTIONS, seconds: WINDOW_S, rate: RATE, requests };
  const { answered, p50, p95, p99 } = await stage.load.run(plan);
  const [own, database] = timesOf(stage, server).map((time, i) => (time - before[i]) / answered);
  return { answered, p50, p95, p99, server: own, database };
}

/** The ratio is that of the p99. */
function shown(windows, rest) {
  const [p50, p95] = ['p50', 'p95'].map((member) => median(windows, member));
  if (!rest) return { p50, p95 };
  return { p50, p95, ratios: [`p99 ${(median(windows, 'p99') / median(rest, 'p99')).toFixed(2)}`] };
}

const timesOf = ({ postgres }, { pid }) => [processTime(pid), databaseTime(postgres.pid)];
const bytesOf = async ({ database }) => (await database.query(INDEX_BYTES)).rows[0].bytes;
