import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from '../../../libs/postgres-server/account.js';
import { findBinaries } from '../../../libs/postgres-server/binaries.js';
import { give } from '../../../libs/postgres-server/place.js';
import { freePort } from './quire-process.js';

const PATIENCE_MS = 30_000;

type Server = 'primary' | 'replica';

/** A primary and a streaming replica of it, which can be killed, held, and promoted. */
export class ReplicatedPostgres {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quire-replicated-'));
  readonly #account = chooseAccount();
  readonly #ports: Record<Server, number> = { primary: 0, replica: 0 };
  readonly #children: Partial<Record<Server, ChildProcess>> = {};

  /** For Quire's user. */
  urlOf(server: Server): string {
    return `postgres://quire@127.0.0.1:${this.#ports[server]}/quire`;
  }

  async create(): Promise<void> {
    if (this.#account) chownSync(this.#folder, this.#account.uid, this.#account.gid);
    for (const server of ['primary', 'replica'] as const) this.#ports[server] = await freePort();
    const folder = this.#dataOf('primary');
    const { error, status, stderr } = spawnSync(
      join(findBinaries().folder, 'bin', 'initdb'),
      ['--pgdata', folder, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C.UTF-8'],
      { ...this.#account, cwd: '/', encoding: 'utf8' },
    );
    if (error ?? status !== 0) throw error ?? new Error(stderr);
    await this.start('primary');
    await this.ask('primary', 'create role quire login createdb', 'postgres');
    await this.ask('primary', 'grant pg_monitor, pg_signal_backend to quire', 'postgres');
    await this.ask('primary', 'create database quire owner quire', 'postgres');
    await this.stop('primary');
    cpSync(folder, this.#dataOf('replica'), { recursive: true });
    // Node 22 gives copied folders the mode of new ones, and PostgreSQL refuses to start on it.
    chmodSync(this.#dataOf('replica'), 0o700);
    writeFileSync(join(this.#dataOf('replica'), 'standby.signal'), '');
    give(this.#dataOf('replica'), this.#account);
    await this.start('primary');
    await this.start('replica');
  }

  async start(server: Server): Promise<void> {
    const settings = [
      `port=${this.#ports[server]}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'shared_buffers=64MB',
      'fsync=off',
      `primary_conninfo=host=127.0.0.1 port=${this.#ports.primary} user=postgres`,
    ].flatMap((setting) => ['-c', setting]);
    const program = join(findBinaries().folder, 'bin', 'postgres');
    const child = spawn(program, ['-D', this.#dataOf(server), ...settings], {
      ...this.#account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-5_000)));
    this.#children[server] = child;
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(50)) {
      if (child.exitCode !== null) break;
      if (await this.ask(server, 'select 1', 'postgres').catch(() => undefined)) return;
    }
    throw new Error(`The ${server} did not start:\n${output}`);
  }

  /** As the superuser of this cluster. */
  async ask(server: Server, question: string, database = 'quire'): Promise<Record<string, unknown>[]> {
    const url = `postgres://postgres@127.0.0.1:${this.#ports[server]}/${database}`;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(question)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  stop(server: Server): Promise<void> {
    return this.#end(server, 'SIGINT');
  }

  /** At once, with all its processes. */
  kill(server: Server): Promise<void> {
    return this.#end(server, 'SIGQUIT');
  }

  /** Its processes do nothing until they go on, and its connections stay open. */
  hold(server: Server, isHeld: boolean): void {
    const { pid = 0 } = this.#children[server] ?? {};
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout;
    for (const one of [pid, ...children.split('\n').map(Number)])
      if (one > 0) process.kill(one, isHeld ? 'SIGSTOP' : 'SIGCONT');
  }

  async dispose(): Promise<void> {
    for (const server of ['replica', 'primary'] as const) await this.kill(server);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #dataOf(server: Server): string {
    return join(this.#folder, server);
  }

  async #end(server: Server, signal: NodeJS.Signals): Promise<void> {
    const child = this.#children[server];
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
