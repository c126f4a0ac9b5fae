/** One page that is edited again and again: what an edit leaves behind, and whether the space stays as fast. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Dispatcher } from '../../dist/libs/kernel/application/dispatcher.js';
import { UnitOfWork } from '../../dist/libs/kernel/infrastructure/database/unit-of-work.js';
import { ChangeContent } from '../../dist/src/content/revisions/application/content-changes.js';
import { pageMarkdown, searchQueries } from '../seed/markdown.mjs';
import { withApplication } from '../seed/open-application.mjs';
import { freePort } from '../stage.mjs';
import { timed } from '../timed.mjs';
import { publish } from './publishing.mjs';
import { isIndexed } from './searching.mjs';

const EDITS = Number(process.env.BENCH_HISTORY ?? 10_000);
const PAGES = 1_000;
/** Edits of each kind whose bytes are looked at by themselves. */
const OF_A_KIND = 300;
const CONNECTIONS = 4;
const PART_S = 5;
/** Change requests that stay as they are until the end. */
const OPENED = 20;
/** Of so many edits one is made in a change request, which is merged. */
const MERGED_OF = 50;
/** So many of them are sent over HTTP at the beginning, and at the end; the others run the same command in a process beside. */
const OVER_HTTP = 500;
const OF_A_TRANSACTION = 50;
const QUERIES = searchQueries();
const FLAT = 'ratio ≤ 1.3';
const PATIENCE_MS = 120_000;

const SIZES = `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('content', 'conversations', 'graphile_worker', 'integrations', 'kernel',
    'organization', 'publishing')`;

/**
 * A space of 1,000 pages, published as a site, one of whose pages, of 4 kB, gets so many edits (`BENCH_HISTORY`, by default
 * 10,000): a sentence of the body each, now and then in a change request that is merged. The first and the last of them
 * are sent over HTTP, the others are made by the same command in a process beside. What they leave in the database; then
 * reads and writes of this space and of one without history, by turns. One process answers and does the jobs.
 */
export const history = {
  name: 'history of one page',
  async run(stage, { rounds }) {
    const env = { QUIRE_GIT_FILE_REMOTES: 'on' };
    const server = await stage.startQuire('all', await freePort(), { pinned: false, env });
    const space = new EditedSpace(stage, server, await stage.space(PAGES));
    await space.begin();
    await space.settled();
    const rows = [];
    for (const kind of ['title', 'short body', 'body'])
      rows.push(...(await bytesOf(stage, `${OF_A_KIND} edits of a ${kind}`, () => space.edit(OF_A_KIND, kind))));
    const name = `${EDITS.toLocaleString('en')} edits`;
    const few = Math.min(EDITS / 2, OVER_HTTP);
    const all = async () => {
      const first = await space.edit(few, 'body', MERGED_OF);
      const beside = Math.max(0, EDITS - first - few);
      await space.editBeside(beside);
      return first + beside + (await space.edit(few, 'body', MERGED_OF));
    };
    rows.push(...(await bytesOf(stage, name, all)));
    await space.settled();
    const other = new EditedSpace(stage, server, await stage.newPages(PAGES, { first: PAGES }));
    await other.begin();
    await other.settled();
    const compared = await compare(stage, space, other, rounds);
    await stage.stop(server);
    return [...rows, ...compared];
  },
};

class EditedSpace {
  turn = 0;
  #edited = 0;
  #opened = [];

  constructor(stage, server, { id, pages }) {
    this.stage = stage;
    this.server = server;
    this.id = id;
    this.path = `/v1/spaces/${id}`;
    this.origin = `http://localhost:${server.port}`;
    [this.page, this.other] = [pages[7], pages[500]];
  }

  /** Publishes it, and opens change requests that stay as they are until the end. */
  async begin() {
    const { stage } = this;
    stage.organization ??= await stage.api.post('/v1/orgs', { title: 'Benchmark' });
    const { root } = await publish(stage, [this.id], 'Edited');
    const { path } = await this.call('GET', `/content/page/${this.page}`);
    this.address = `${this.origin}${new URL(root).pathname}${path}`;
    this.first = (await this.call('POST', '/content', change(this.page, 'The first.'))).revision;
    for (let i = 0; i < OPENED; i++) this.#opened.push(await this.open(this.other, `Proposed long ago, ${i}.`));
  }

  async call(method, path, body) {
    const headers = { ...this.server.headers, ...(body && { 'content-type': 'application/json' }) };
    const url = `${this.origin}${path.startsWith('/v1/') ? '' : this.path}${path}`;
    const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  }

  /** Makes so many edits, one revision each; those of the whole body are timed. */
  async edit(count, kind, mergedOf) {
    const end = this.#edited + count;
    while (this.#edited < end) {
      const plan = {
        ...{ port: this.server.port, connections: CONNECTIONS, first: this.#edited },
        seconds: Math.min(PART_S, Math.max(0.5, (end - this.#edited) / 500)),
        requests: [
          {
            ...{ method: 'POST', path: `${this.path}/content` },
            headers: { ...this.server.headers, 'content-type': 'application/json' },
            body: JSON.stringify(change(this.page, kind)),
          },
        ],
      };
      const part = await this.stage.load.run(plan);
      this.#edited += part.answered;
      if (mergedOf) {
        const merges = Math.round(part.answered / mergedOf);
        for (let i = 0; i < merges; i++) await this.merge(await this.open(this.page, `Merged ${this.#edited + i}.`));
        this.#edited += merges;
        console.error(`${this.#edited} edits, p50 ${part.p50.toFixed(1)} ms, p95 ${part.p95.toFixed(1)} ms`);
      }
    }
    return this.#edited - end + count;
  }

  /** Makes so many edits of the body by the command of the API, without HTTP and many of them to a transaction. */
  async editBeside(count) {
    const userId = (await this.stage.api.get('/v1/user')).id;
    const caller = { userId, roles: new Map([[this.stage.organization.id, 'admin']]), teams: [] };
    await withApplication({ ...this.stage.env('api'), QUIRE_METRICS_PORT: '' }, async (app) => {
      const [unit, dispatcher] = [UnitOfWork, Dispatcher].map((one) => app.get(one, { strict: false }));
      for (let done = 0; done < count;) {
        const next = Math.min(count, done + OF_A_TRANSACTION);
        await unit.transaction(async () => {
          for (; done < next; done++) {
            const { changes } = change(this.page, `This is edit ${this.#edited++}.`);
            await dispatcher.run(new ChangeContent(caller, this.id, changes));
          }
        });
        if (done % 5_000 === 0) console.error(`${this.#edited} edits`);
      }
    });
  }

  /** Edits the page. */
  say(what) {
    return this.call('POST', '/content', change(this.page, `${what} ${this.turn++}.`));
  }

  restore() {
    const changes = [{ operation: 'revert_page', page: this.page, revision: this.first }];
    return this.call('POST', '/content', { changes });
  }

  async open(page, sentence) {
    const { id } = await this.call('POST', '/change-requests', { subject: 'An edit' });
    await this.call('POST', `/change-requests/${id}/content`, change(page, sentence));
    return id;
  }

  /** One that was opened at the beginning; once there is none left, another that the space has left behind. */
  async outdated() {
    const known = this.#opened.shift();
    if (known !== undefined) return known;
    const id = await this.open(this.other, `Proposed ${this.#edited++}.`);
    await this.call('POST', '/content', change(this.page, `Meanwhile ${this.#edited}.`));
    return id;
  }

  merge(id) {
    return this.call('POST', `/change-requests/${id}/merge`);
  }

  /** Waits until nothing is left to do, and until the space is searched as it is. */
  async settled() {
    const waiting = `select count(*)::int as count from graphile_worker.jobs where run_at < now() + interval '1 minute'`;
    for (const end = performance.now() + PATIENCE_MS; ; await sleep(200)) {
      const [{ count }] = (await this.stage.database.query(waiting)).rows;
      if (count === 0 && (await isIndexed(this.stage, this.id))) break;
      if (performance.now() > end) throw new Error(`${count} jobs wait still`);
    }
    await this.stage.database.query('vacuum analyze');
  }
}

/** A change of a page: another title, or a body with a sentence of its own. */
function change(page, kind) {
  const sentence = kind === 'body' || kind === 'short body' ? 'This is edit {{n}}.' : kind;
  const markdown = kind === 'short body' ? sentence : `${pageMarkdown(7)}\n${sentence}\n`;
  const fields = kind === 'title' ? { title: 'Title {{n}}' } : { document: { markdown } };
  return { changes: [{ operation: 'update_page', page, ...fields }] };
}

/** Reads and writes of a space, as [name, what is measured, what comes before it]. */
const WORKS = [
  ['edit of the body', (space) => space.say('Edited')],
  ['page', (space) => space.call('GET', `/content/page/${space.page}`)],
  ['page in the first revision', (space) => space.call('GET', `/revisions/${space.first}/page/${space.page}`)],
  ['page tree', (space) => space.call('GET', '/content/pages')],
  ['the space', (space) => space.call('GET', '')],
  [
    'changes of the latest revision',
    (space, revision) => space.call('GET', `/revisions/${revision}/changes`),
    async (space) => (await space.call('GET', '')).revision,
  ],
  ['change requests, first page', (space) => space.call('GET', '/change-requests?limit=20')],
  [
    'search',
    (space) => space.call('GET', `/search?query=${encodeURIComponent(QUERIES[space.turn++ % QUERIES.length])}`),
  ],
  ['page of the site, after an edit', (space) => read(space.address), (space) => space.say('Shown')],
  ['change request, opened and edited', (space) => space.open(space.page, `Opened ${space.turn++}.`)],
  [
    'change request, merged',
    (space, id) => space.merge(id),
    (space) => space.open(space.page, `In it ${space.turn++}.`),
  ],
  [
    'old change request, its changes',
    (space, id) => space.call('GET', `/change-requests/${id}/changes`),
    (space) => space.outdated(),
  ],
  [
    'old change request, updated',
    (space, id) => space.call('POST', `/change-requests/${id}/update`),
    (space) => space.outdated(),
  ],
  ['old change request, merged', (space, id) => space.merge(id), (space) => space.outdated()],
  ['page, restored from the first revision', (space) => space.restore(), (space) => space.say('Restored')],
];
const LONG = [
  ['export', (space) => read(`${space.origin}${space.path}/content/export`, space.server.headers)],
  ['copy of the space', (space) => space.call('POST', '/duplicate', {})],
  ['first sync with a repository', (space) => synced(space)],
];

/** Each of them on both spaces, by turns. */
async function compare(stage, space, other, rounds) {
  const works = (list) =>
    list.flatMap(([name, run, prepare]) =>
      [
        [`${name}, without history`, other],
        [name, space],
      ].map(([title, of]) => ({
        name: title,
        ...(of === space && { base: `${name}, without history`, target: FLAT }),
        ...(prepare && { prepare: () => prepare(of) }),
        run: (state) => run(of, state),
      })),
    );
  // The process that is asked, and not that of the stage.
  const measured = { quire: space.server, postgres: stage.postgres };
  return [
    ...(await timed(measured, works(WORKS), { rounds: rounds * 3 })),
    ...(await timed(measured, works(LONG), { rounds })),
  ];
}

async function read(url, headers = {}) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await answer.arrayBuffer();
}

/** A new repository follows the space, until it has what the space has. */
async function synced(space) {
  const bare = join(space.stage.dir, `synced-${Date.now()}.git`);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  await space.call('PUT', '/git/sync', { url: `file://${bare}`, ref: 'main', direction: 'export' });
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(10)) {
    const { state, error } = await space.call('GET', '/git/sync');
    if (state === 'success') break;
    if (state === 'failure' || performance.now() > end) throw new Error(`The sync: ${state} ${error}`);
  }
  await space.call('DELETE', '/git/sync');
}

/** Bytes of the database for each edit, by table, as `work` leaves them; those that took most. */
async function bytesOf(stage, name, work) {
  await stage.database.query('vacuum analyze');
  const before = new Map((await stage.database.query(SIZES)).rows.map((row) => [row.name, row.bytes]));
  const edits = await work();
  await stage.database.query('vacuum analyze');
  const grown = (await stage.database.query(SIZES)).rows
    .map((row) => ({ name: row.name, bytes: (row.bytes - (before.get(row.name) ?? 0)) / edits }))
    .sort((a, b) => b.bytes - a.bytes);
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const row = (table, bytes) => ({ kind: 'bytes', name, table, bytes });
  return [row('all', all), ...grown.filter(({ bytes }) => bytes > all / 50).map((one) => row(one.name, one.bytes))];
}
