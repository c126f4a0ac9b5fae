import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from '../../../libs/postgres-server/account.js';
import { freePort } from '../../scenarios/support/quire-process.js';

export type PoolMode = 'session' | 'transaction';

/** The programs to test with: PGBOUNCER has their paths with commas between them. */
export const PGBOUNCERS = (process.env['PGBOUNCER'] ?? 'pgbouncer').split(',');

/** 1.18 for example. */
export function versionOf(program: string): string {
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (error) throw new Error(`${program} can't be run (${error.message}): install PgBouncer, or set PGBOUNCER`);
  return /PgBouncer (\d+\.\d+)/.exec(stdout)?.[1] ?? '';
}

/** From 1.21 on a pooler keeps the prepared statements of its clients apart. */
export function keepsNames(program: string): boolean {
  return Number(versionOf(program).split('.')[1]) >= 21;
}

/** A real PgBouncer before a database. */
export class Pooler {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quire-pooler-'));
  #child: ChildProcess | undefined;
  #port = 0;

  constructor(
    private readonly program: string,
    private readonly databaseUrl: string,
    private readonly mode: PoolMode,
    /** Further lines of its settings. */
    private readonly settings: readonly string[] = [],
  ) {}

  /** The URL of the database through it. */
  get url(): string {
    const url = new URL(this.databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async start(): Promise<void> {
    this.#port ||= await freePort();
    const { hostname, port, username, password } = new URL(this.databaseUrl);
    const account = chooseAccount();
    const users = join(this.#folder, 'users.txt');
    const file = join(this.#folder, 'pgbouncer.ini');
    writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
    writeFileSync(
      file,
      [
        '[databases]',
        `* = host=${hostname === 'localhost' ? '127.0.0.1' : hostname} port=${port}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${this.#port}`,
        'unix_socket_dir =',
        'auth_type = plain',
        `auth_file = ${users}`,
        `pool_mode = ${this.mode}`,
        'default_pool_size = 40',
        'max_client_conn = 500',
        ...(keepsNames(this.program) ? ['max_prepared_statements = 500'] : []),
        ...this.settings,
        '',
      ].join('\n'),
    );
    if (account) for (const path of [this.#folder, users, file]) chownSync(path, account.uid, account.gid);
    let output = '';
    const child = spawn(this.program, [file], { ...account, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    this.#child = child;
    for (const giveUp = Date.now() + 10_000; Date.now() < giveUp; await sleep(50)) {
      if (await this.#answers()) return;
      if (child.exitCode !== null) break;
    }
    throw new Error(`PgBouncer did not start:\n${output}`);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
