import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { PostgresUnavailable, startPostgres } from '#postgres-server';
import type { PostgresOptions, PostgresServer } from '#postgres-server';

const root = mkdtempSync(join(tmpdir(), 'quire-postgres-'));
chmodSync(root, 0o711);
afterAll(() => rmSync(root, { recursive: true }));

const isRoot = process.getuid?.() === 0;
const fallbackDir = join(root, 'fallback');
/** Most need a cluster of an earlier start, whatever is in it: making one takes longer than all else they do. */
const earlier = newFolder();
let dataDir: string;
let running: PostgresServer[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(root, 'data-'));
  chmodSync(folder, 0o711);
  return folder;
}

beforeAll(async () => {
  const server = await startPostgres({ dataDir: earlier, durable: false, fallbackDir });
  await server.stop();
  await untilGone(server.pid);
});
beforeEach(() => {
  dataDir = earlier;
});
afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
});

async function start(options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
  const server = await startPostgres({ dataDir, durable: false, fallbackDir, ...options });
  running.push(server);
  return server;
}

async function ask(server: PostgresServer, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.url });
  // A server killed under the connection reports that there too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  for (let i = 0; i < 400 && isAlive(pid); i++) await new Promise((wake) => setTimeout(wake, 25));
  expect(isAlive(pid)).toBe(false);
}

describe('the embedded PostgreSQL', () => {
  it('finds its data and its address again at the second start', async () => {
    const first = await start();
    await ask(first, 'CREATE TABLE stopped AS SELECT 42 AS answer');
    await first.stop();
    await untilGone(first.pid);
    const second = await start();
    expect([first.adopted, second.adopted]).toEqual([false, false]);
    expect(second.url).toBe(first.url);
    expect(await ask(second, 'SELECT answer FROM stopped')).toBe(42);
  });

  it('checks its pages, listens on this machine only, and works for a role that is no superuser', async () => {
    const server = await start();
    expect(await ask(server, 'SHOW data_checksums')).toBe('on');
    expect(await ask(server, 'SHOW listen_addresses')).toBe('127.0.0.1');
    expect(await ask(server, 'SHOW unix_socket_directories')).toBe('');
    expect(await ask(server, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(false);
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
  });

  it('refuses connections without the password', async () => {
    const server = await start();
    for (const user of ['quire', 'postgres']) {
      const url = new URL(server.url);
      url.username = user;
      url.password = 'guess';
      const client = new pg.Client({ connectionString: url.href });
      await expect(client.connect()).rejects.toThrow('password authentication failed');
    }
  });

  it('knows letters of every script when it compares words by their parts', async () => {
    const server = await start();
    await ask(server, 'CREATE EXTENSION pg_trgm');
    expect(await ask(server, "SELECT cardinality(show_trgm('日本語')) > 0 AND 'Größe' % 'Grösse'")).toBe(true);
  });

  it('starts again with all that was committed after its server was killed', async () => {
    const first = await start({ durable: true });
    await ask(first, 'CREATE TABLE killed AS SELECT 42 AS answer');
    process.kill(first.pid, 'SIGKILL');
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await ask(second, 'SELECT answer FROM killed')).toBe(42);
  });

  it('takes over the server that a killed process left running', async () => {
    const built = pathToFileURL(join(import.meta.dirname, '../../dist/libs/postgres-server/index.js')).href;
    const script = `const { startPostgres } = await import(${JSON.stringify(built)});
      const server = await startPostgres({ dataDir: process.argv[1], durable: false });
      console.log(server.pid); setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start();
    expect(server).toMatchObject({ adopted: true, pid: Number(pid.toString()) });
    await server.stop();
    await untilGone(server.pid);
  });

  it('is shared by all who start it and stopped by the last who leaves', async () => {
    dataDir = newFolder();
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.pid).toBe(two.pid);
    expect([one.adopted, two.adopted].sort()).toEqual([false, true]);
    const first = one.adopted ? two : one;
    const last = one.adopted ? one : two;
    await first.stop();
    expect(await ask(last, 'SELECT 1')).toBe(1);
    await last.stop();
    await untilGone(last.pid);
  });

  it('takes another port when its own was taken meanwhile', async () => {
    const first = await start();
    await first.stop();
    await untilGone(first.pid);
    const port = Number(new URL(first.url).port);
    const thief = createServer().listen(port, '127.0.0.1');
    await once(thief, 'listening');
    const second = await start();
    expect(Number(new URL(second.url).port)).not.toBe(port);
    expect(await ask(second, 'SELECT 1')).toBe(1);
    thief.close();
  });

  it('ignores a lock that names a process of another user', async () => {
    const first = await start();
    await first.stop();
    await untilGone(first.pid);
    const { uid, gid } = statSync(join(dataDir, 'postgres', 'cluster'));
    // PostgreSQL believes in a lock whose process lives and has its own user.
    const stranger = spawn('sleep', ['60'], { ...(isRoot && { uid, gid }), stdio: 'ignore' });
    const lock = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    writeFileSync(lock, `${stranger.pid}\n${join(dataDir, 'postgres', 'cluster')}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    const second = await start();
    stranger.kill();
    expect(second.adopted).toBe(false);
    expect(await ask(second, 'SELECT 1')).toBe(1);
  });

  it('sets a new password when the file that kept it was lost', async () => {
    const first = await start();
    await first.stop();
    rmSync(join(dataDir, 'postgres', 'password'));
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(await ask(second, 'SELECT 1')).toBe(1);
  });

  it('refuses a cluster of another major version and leaves it as it is', async () => {
    const first = await start();
    await first.stop();
    const version = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
    const brought = readFileSync(version, 'utf8');
    writeFileSync(version, '15\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 15, and these programs are 18/);
    expect(readFileSync(version, 'utf8')).toBe('15\n');
    writeFileSync(version, brought);
    expect(existsSync(join(dataDir, 'postgres', 'cluster', 'global', 'pg_control'))).toBe(true);
  });

  if (isRoot) {
    it('goes where its user can get when the data folder is for root only, and says so once', async () => {
      dataDir = newFolder();
      chmodSync(dataDir, 0o700);
      const said: string[] = [];
      const first = await start({ log: (line) => said.push(line) });
      await ask(first, 'CREATE TABLE note AS SELECT 42 AS answer');
      await first.stop();
      const second = await start({ log: (line) => said.push(line) });
      expect(await ask(second, 'SELECT answer FROM note')).toBe(42);
      expect(said).toEqual([expect.stringContaining(fallbackDir)]);
      expect(existsSync(join(dataDir, 'postgres', 'cluster'))).toBe(false);
    });

    it('refuses to let a copy of a data folder write into the database of the original', async () => {
      dataDir = newFolder();
      chmodSync(dataDir, 0o700);
      await (await start()).stop();
      const copy = join(root, 'copy');
      cpSync(dataDir, copy, { recursive: true });
      await expect(start({ dataDir: copy })).rejects.toThrow(PostgresUnavailable);
    });
  }
});
