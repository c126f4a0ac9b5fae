/** What the cases play on: the embedded PostgreSQL in a data folder of its own, Quire, the bare limit, and the load. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../dist/libs/postgres-server/index.js';
import { Api } from './api.mjs';
import { copyAnswers, copyPages } from './bare/tables.mjs';
import { Load } from './load.mjs';
import { pinDatabase, pinServer } from './pinning.mjs';
import { fillSpace } from './seed/fill-space.mjs';
import { withApplication } from './seed/open-application.mjs';

const QUIRE = fileURLToPath(new URL('../dist/run/main.js', import.meta.url));
const BARE = fileURLToPath(new URL('bare/server.mjs', import.meta.url));
const TOKEN = 'quire_benchmark_token_of_the_harness';
const POOL_SIZE = 10;
const PATIENCE_MS = 180_000;

export class Stage {
  #processes = [];
  #spaces = new Map();
  load = new Load();

  static async open() {
    const stage = new Stage();
    try {
      await stage.#open();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  async #open() {
    this.dir = mkdtempSync(join(tmpdir(), 'quire-bench-'));
    // The database may run as a user of its own.
    chmodSync(this.dir, 0o755);
    this.postgres = await startPostgres({ dataDir: this.dir });
    pinDatabase(this.postgres.pid);
    this.database = new pg.Pool({ connectionString: this.postgres.url, max: 2 });
    this.port = await freePort();
    // One process that answers requests and nothing else: what runs after the answer is measured by itself.
    this.quire = await this.startQuire('api', this.port);
    this.api = new Api(this.port, TOKEN);
    await this.database.query('create schema bare');
  }

  env(role = 'api', port = this.port) {
    return {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      QUIRE_TEST_ENV_FILE: '',
      PORT: String(port),
      DATABASE_URL: this.postgres.url,
      QUIRE_DATA_DIR: this.dir,
      QUIRE_PUBLIC_URL: `http://localhost:${this.port}`,
      QUIRE_ADMIN_TOKEN: TOKEN,
      QUIRE_ROLE: role,
      QUIRE_DEMO: 'off',
      QUIRE_RATE_LIMIT: 'off',
      QUIRE_LOG_LEVEL: process.env.QUIRE_LOG_LEVEL ?? 'warn',
      QUIRE_POOL_SIZE: String(POOL_SIZE),
      QUIRE_MEMORY_MB: process.env.QUIRE_MEMORY_MB ?? '',
      QUIRE_CACHE_MB: process.env.QUIRE_CACHE_MB ?? '',
    };
  }

  /** Starts a process of Quire, with settings (`env`) besides, or of another build of it (`file`), and answers it once it is ready. */
  async startQuire(role, port, { pinned = true, env = {}, file = QUIRE } = {}) {
    const server = await this.#start('quire', file, { ...this.env(role, port), ...env }, port, '/health/ready', pinned);
    return { ...server, headers: { authorization: `Bearer ${TOKEN}` } };
  }

  /** Starts a bare server for one case (a file below bare/), which says what the modes are. */
  async startBare(name, mode = '') {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: this.postgres.url,
      POOL_SIZE: String(POOL_SIZE),
      PUBLIC_URL: `http://localhost:${this.port}`,
      CASE: name,
      MODE: mode,
    };
    return { ...(await this.#start('bare', BARE, env, port, '/ready')), headers: {}, bare: true };
  }

  /** A space of so many pages, made when it is first asked for. */
  async space(count, linked = false) {
    const key = `${count}${linked ? ' linked' : ''}`;
    this.#spaces.set(key, this.#spaces.get(key) ?? (await this.#makeSpace(count, linked)));
    return this.#spaces.get(key);
  }

  /** Makes a space without pages and answers its id. */
  async emptySpace(title) {
    this.organization ??= await this.api.post('/v1/orgs', { title: 'Benchmark' });
    return (await this.api.post(`/v1/orgs/${this.organization.id}/spaces`, { title, empty: true })).id;
  }

  /** A new space of so many pages, which no search index knows yet. `committed` is called as soon as they are there. */
  async newPages(count, { committed, ...options } = {}) {
    const spaceId = await this.emptySpace(`New pages ${count}`);
    const author = (await this.api.get('/v1/user')).id;
    const all = { ...options, spaceId, author, count };
    return withApplication(this.env(), async (app) => {
      const pages = await fillSpace(app, all);
      await committed?.();
      return { id: spaceId, pages };
    });
  }

  async #makeSpace(count, linked) {
    const space = await this.newPages(count, { linked });
    await this.database.query('vacuum analyze');
    return space;
  }

  /** Copies the pages of a space for the bare limit. `bodies`: page id → the page as it is read by its id. */
  async copyPages(space, bodies) {
    if (space.copied) return;
    space.copied = true;
    const { text } = await this.api.text(`/v1/spaces/${space.id}/content/pages`);
    await copyPages(this.database, space.id, text, bodies);
  }

  /** Copies what Quire answers to requests, for a bare server to keep. */
  async copyAnswers(requests, server = this.quire) {
    await copyAnswers(this.database, server, requests);
  }

  /** Takes away the jobs that wait, but for those of one space: a worker then does nothing else. */
  async keepJobsOf(spaceId) {
    await this.database.query(`select graphile_worker.remove_job(key) from graphile_worker.jobs where key <> all($1)`, [
      ['content.index-changed-space', 'content.index-created-space'].map((name) => `${name} ${spaceId}`),
    ]);
  }

  async stop(server) {
    this.#processes = this.#processes.filter((other) => other !== server.child);
    server.child.kill('SIGTERM');
    if (server.child.exitCode === null) await once(server.child, 'exit');
  }

  async close() {
    this.load.close();
    for (const child of this.#processes.splice(0)) {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await this.database?.end();
    await this.postgres?.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }

  async #start(name, file, env, port, ready, pinned = true) {
    const args = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
    const child = spawn(process.execPath, [...args, file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = createWriteStream(join(this.dir, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    this.#processes.push(child);
    for (const end = performance.now() + PATIENCE_MS; !(await answers(port, ready)); await sleep(50)) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
      if (performance.now() > end) throw new Error(`${name} did not get ready`);
    }
    if (pinned) pinServer(child.pid);
    return { child, pid: child.pid, port };
  }
}

async function answers(port, path) {
  try {
    return (await fetch(`http://localhost:${port}${path}`)).ok;
  } catch {
    return false;
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
