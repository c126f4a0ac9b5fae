import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const TOKEN = 'quire_scenario_token_that_is_long_enough';
const PATIENCE_MS = 60_000;
/** Characters. */
const SHOWN_OUTPUT = 2_000;

/** A built Quire in a process of its own, with its own durable PostgreSQL, which can be killed and restarted. */
export class QuireProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'quire-scenario-'));
  #child: ChildProcess | undefined;
  #port = 0;
  #output = '';

  constructor(
    private readonly env: Record<string, string> = {},
    /** Where it is built; by default here. */
    private readonly folder = process.cwd(),
  ) {
    chmodSync(this.dataDir, 0o755);
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** The process id of the server itself. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** The URL of its PostgreSQL, once it was started. */
  get databaseUrl(): string {
    const password = readFileSync(join(this.dataDir, 'postgres', 'password'), 'utf8').trim();
    return `postgres://quire:${password}@127.0.0.1:${this.#postmaster[3]}/quire`;
  }

  async start(): Promise<void> {
    this.#port ||= await freePort();
    const child = spawn(process.execPath, ['dist/run/main.js'], {
      cwd: this.folder,
      env: {
        ...process.env,
        DATABASE_URL: '',
        NODE_OPTIONS: '',
        PORT: String(this.#port),
        QUIRE_DATA_DIR: this.dataDir,
        QUIRE_ADMIN_TOKEN: TOKEN,
        QUIRE_DEMO: 'off',
        QUIRE_RATE_LIMIT: 'off',
        QUIRE_LOG_LEVEL: 'error',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    await this.ready();
  }

  /** Waits until it is ready; fails when it ends instead, or takes too long. */
  async ready(): Promise<void> {
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(50)) {
      if (await this.isReady()) return;
      this.expectRunning();
    }
    throw new Error(`Quire was not ready in time:\n${this.#output}`);
  }

  /** Fails with its output when it ended by itself. */
  expectRunning(): void {
    const { exitCode, signalCode } = this.#child ?? {};
    if (exitCode == null && signalCode == null) return;
    throw new Error(`Quire ended by itself with ${exitCode ?? signalCode}:\n${this.#output}`);
  }

  /** The end of what it wrote since it was started. */
  get lastOutput(): string {
    return this.#output.slice(-SHOWN_OUTPUT);
  }

  async isReady(): Promise<boolean> {
    return (await fetch(`${this.url}/health/ready`).catch(() => undefined))?.ok === true;
  }

  /** Kills the process without a signal that it could handle, like a crash. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends it a signal to end; returns its exit code. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** The process id of its PostgreSQL. */
  get databasePid(): number {
    return Number(this.#postmaster[0]);
  }

  /** Kills its PostgreSQL server, unless that was killed and has not been restarted yet. */
  killDatabase(): void {
    try {
      process.kill(this.databasePid, 'SIGKILL');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Neither a process of that id, nor, at the beginning of a restart, the file that names it.
      if (code !== 'ESRCH' && code !== 'ENOENT') throw error;
    }
  }

  /** Ends everything and removes the data folder. */
  async dispose(): Promise<void> {
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) await this.start();
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const response = await fetch(`${this.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  /** The lines of `postmaster.pid`. */
  get #postmaster(): string[] {
    return readFileSync(join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}

/** A port that nothing uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
