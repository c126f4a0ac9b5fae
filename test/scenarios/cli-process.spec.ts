import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const PATIENCE_MS = 60_000;
const TOKEN = 'quire_scenario_token_of_the_command_line';

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** An installation like a user's: a data folder with its own PostgreSQL, and the built command line. */
class Home {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'quire-home-'));
  readonly #started: ChildProcess[] = [];

  private constructor(readonly port: number) {
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    chmodSync(this.dataDir, 0o755);
  }

  static async make(): Promise<Home> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    return new Home(port);
  }

  async run(...args: string[]): Promise<Ran> {
    const { child, output } = this.#spawn(args);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...output };
  }

  /** `quire serve`; returns a function that sends it signals one shortly after the other and returns its exit code. */
  async serve(): Promise<(signals?: NodeJS.Signals[]) => Promise<number | null>> {
    const { child, output } = this.#spawn(['serve']);
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(50)) {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output.err}`);
      const ready = await fetch(`http://localhost:${this.port}/health/ready`).catch(() => undefined);
      if (ready?.ok) {
        return async (signals = ['SIGTERM']) => {
          const ended = once(child, 'exit');
          for (const signal of signals) {
            child.kill(signal);
            await sleep(10);
          }
          await ended;
          return child.exitCode;
        };
      }
    }
    throw new Error(`It was not ready in time:\n${output.err}`);
  }

  async get(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(`http://localhost:${this.port}${path}`, { headers });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  remove(): void {
    for (const child of this.#started) if (child.exitCode === null) child.kill('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #spawn(args: string[]): { child: ChildProcess; output: { out: string; err: string } } {
    const child = spawn(process.execPath, ['dist/run/quire.js', ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        QUIRE_TEST_ENV_FILE: '',
        PORT: String(this.port),
        QUIRE_DATA_DIR: this.dataDir,
        QUIRE_PUBLIC_URL: 'http://quire.test',
        QUIRE_ADMIN_TOKEN: TOKEN,
        QUIRE_RATE_LIMIT: 'off',
        QUIRE_LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#started.push(child);
    const output = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.err += text));
    return { child, output };
  }
}

let folder: string;
let first: Home;
let second: Home;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-command-line-'));
  [first, second] = [await Home.make(), await Home.make()];
});

afterAll(() => {
  first.remove();
  second.remove();
  rmSync(folder, { recursive: true });
});

describe('the command line, each command a process', () => {
  it('documents, serves, imports, backs up, restores elsewhere and finds all well', async () => {
    const printed = await first.run('openapi');
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(first.dataDir)).toEqual([]);

    const end = await first.serve();
    expect(JSON.parse(printed.out)).toEqual(JSON.parse(await first.get('/openapi.json')));
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'README.md'), '# Welcome\n\nOver the command line.\n');
    const imported = await first.run('import', join(folder, 'docs'), '--title', 'Guides');
    expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/^Imported +1 of 1$/m) });
    const space = /^Space +(\S+)$/m.exec(imported.out)?.[1] ?? '';
    const archive = join(folder, 'backup.zip');
    expect(await first.run('backup', archive)).toMatchObject({ code: 0 });
    const paths = [`/v1/spaces/${space}`, `/v1/spaces/${space}/content`];
    const before = await Promise.all(paths.map((path) => first.get(path)));
    expect(await end()).toBe(0);

    expect(await second.run('restore', archive)).toMatchObject({ code: 0, out: expect.stringMatching(/^Restored/) });
    const endSecond = await second.serve();
    const after = await Promise.all(paths.map((path) => second.get(path)));
    expect(after).toEqual(before);
    const looked = await second.run('doctor');
    expect(looked).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {4}port: Quire is running/m) });
    expect(looked.out).not.toContain(TOKEN);
    expect(await endSecond()).toBe(0);
  });

  it('ends cleanly, its database too, when a Ctrl-C comes twice, from the terminal and through npm', async () => {
    const end = await first.serve();
    const running = join(first.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    expect(existsSync(running)).toBe(true);
    expect(await end(['SIGINT', 'SIGINT'])).toBe(0);
    expect(existsSync(running)).toBe(false);
  });
});
