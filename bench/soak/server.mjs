/** Quire as users start it, with its own PostgreSQL, which is killed now and then and started again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childrenOf } from '../process-time.mjs';

const START = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../bin/quire.mjs', import.meta.url));
const HEAP = fileURLToPath(new URL('heap.mjs', import.meta.url));
export const TOKEN = 'quire_soak_token_that_is_long_enough';
const PATIENCE_MS = 120_000;
/** For so long after it is ready again, what a kill caused may still be logged and answered. */
const AFTERMATH_MS = 20_000;
const WORST = new Set(['error', 'fatal']);
const NEVER = /unhandled|uncaught|nothing caught this|MaxListeners|parked|heap out of memory/i;

export class SoakServer {
  dir = mkdtempSync(join(tmpdir(), 'quire-soak-'));
  temporary = join(this.dir, 'tmp');
  dataDir = join(this.dir, 'data');
  /** Kills: what, and from when until when their effects are to be seen, milliseconds. */
  strikes = [];
  /** When it was ready, milliseconds, for each start; how long each start took. */
  starts = [];
  /** Entries of the log: at `error` and above, each with whether a kill may have caused it; and what must never be. */
  errors = [];
  never = [];
  levels = {};

  constructor(ports, env = {}) {
    this.port = ports.server;
    this.url = `http://localhost:${ports.server}`;
    this.metrics = `http://127.0.0.1:${ports.metrics}/metrics`;
    chmodSync(this.dir, 0o755);
    mkdirSync(this.temporary, { mode: 0o777 });
    chmodSync(this.temporary, 0o777);
    this.env = {
      PATH: process.env.PATH,
      TMPDIR: this.temporary,
      NODE_ENV: 'production',
      QUIRE_TEST_ENV_FILE: '',
      PORT: String(ports.server),
      QUIRE_METRICS_PORT: String(ports.metrics),
      QUIRE_DATA_DIR: this.dataDir,
      QUIRE_ADMIN_TOKEN: TOKEN,
      QUIRE_RATE_LIMIT: 'off',
      QUIRE_OUTBOUND_ALLOW: '127.0.0.1',
      QUIRE_GIT_FILE_REMOTES: 'on',
      ...env,
    };
  }

  get pid() {
    return this.child?.pid;
  }

  get databaseUrl() {
    const password = readFileSync(join(this.dataDir, 'postgres', 'password'), 'utf8').trim();
    return `postgres://quire:${password}@127.0.0.1:${this.#postmaster()[3]}/quire`;
  }

  get databasePid() {
    return Number(this.#postmaster()[0]);
  }

  async start() {
    const begin = Date.now();
    const env = { ...this.env, NODE_OPTIONS: `--import ${HEAP}` };
    this.child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      createInterface({ input: stream }).on('line', (line) => this.#logged(line));
    await this.ready();
    this.starts.push({ at: Date.now(), ms: Date.now() - begin, pid: this.pid });
  }

  async ready() {
    for (const giveUp = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      if (await this.isReady()) return;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`Quire ended with ${this.child.exitCode ?? this.child.signalCode}; see ${this.dir}/log`);
      if (Date.now() > giveUp) throw new Error(`Quire was not ready in time; see ${this.dir}/log`);
    }
  }

  async isReady() {
    return (await fetch(`${this.url}/health/ready`).catch(() => undefined))?.ok === true;
  }

  /** Kills the server and starts it again. */
  async strike() {
    const strike = this.#begin('server');
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
    await this.start();
    strike.until = Date.now() + AFTERMATH_MS;
  }

  /** Kills PostgreSQL, the postmaster or the process behind one connection, and waits until Quire has it again. */
  async strikeDatabase(whole) {
    const strike = this.#begin(whole ? 'database' : 'connection');
    const behind = childrenOf(this.databasePid);
    process.kill(whole ? this.databasePid : behind[Math.floor(Math.random() * behind.length)], 'SIGKILL');
    await sleep(500);
    await this.ready();
    strike.until = Date.now() + AFTERMATH_MS;
  }

  #begin(what) {
    const strike = { what, from: Date.now(), until: Infinity };
    this.strikes.push(strike);
    return strike;
  }

  /** Whether a kill may have had to do with what went on from one time to another. */
  isStruck(from = Date.now(), to = Date.now()) {
    return this.strikes.some((strike) => strike.from <= to && from <= strike.until);
  }

  /** Runs a command of the command line and answers its output. */
  async command(...args) {
    const child = spawn(process.execPath, [COMMAND, ...args], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (errors += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`quire ${args.join(' ')} ended with ${code}: ${errors}`);
    return output.trim();
  }

  async stop() {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }

  /** Ends it, and removes everything but, where it is asked for, its log. */
  async dispose(keep = false) {
    if (this.child?.exitCode === null && this.child.signalCode === null) await this.stop();
    if (!keep) rmSync(this.dir, { recursive: true, force: true });
  }

  #logged(line) {
    appendFileSync(join(this.dir, 'log'), `${line}\n`);
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      entry = { level: 'error', msg: line };
    }
    this.levels[entry.level] = (this.levels[entry.level] ?? 0) + 1;
    if (NEVER.test(entry.msg ?? '')) this.never.push(line.slice(0, 1_000));
    if (WORST.has(entry.level)) this.errors.push({ isStruck: this.isStruck(), line: line.slice(0, 1_000) });
  }

  #postmaster() {
    return readFileSync(join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  }
}
