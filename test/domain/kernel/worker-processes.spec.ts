import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { inWorker } from '#kernel/infrastructure/processes/in-worker';
import { Kept } from '#kernel/infrastructure/processes/kept';
import { WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';

const WORKER = fileURLToPath(new URL('../../fixtures/hostile-worker.mjs', import.meta.url));
const PATIENT = { caller: 'a', deadlineMs: 60_000 };
const folder = mkdtempSync(join(tmpdir(), 'quire-workers-'));
const entry = join(folder, 'task-worker.mjs');
const pools = join(folder, 'pools.mjs');

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function gone(pid: number): Promise<void> {
  while (isThere(pid)) await sleep(20);
}

describe('worker processes', () => {
  const processes = new WorkerProcesses(WORKER, { size: 2, memoryMb: 64, entry });

  beforeAll(async () => {
    const own = join(import.meta.dirname, '../../../libs/kernel/infrastructure/processes');
    await build({
      entryPoints: { 'task-worker': join(own, 'task-worker.ts'), pools: join(own, 'worker-processes.ts') },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['quire-source'],
      logLevel: 'error',
    });
  });

  afterAll(() => {
    processes.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['loop', 'time', 2_000],
    ['fill', 'memory', 60_000],
    ['grow', 'memory', 60_000],
    ['parse', 'memory', 60_000],
    ['remember', 'memory', 60_000],
    ['join', 'memory', 60_000],
    ['exit', 'end', 60_000],
  ])(
    'end a task that does %s, with its reason, and no other task, waiting or running',
    async (name, reason, deadlineMs) => {
      const hostile = [1, 2, 3].map(() => processes.run(name, [], { caller: 'b', deadlineMs }));
      const others = [1, 2, 3, 4].map((value) => processes.run('answer', [value], PATIENT));
      const ends = await Promise.allSettled(hostile);
      expect(ends).toMatchObject(Array(3).fill({ status: 'rejected', reason: { name: 'TaskFailed', reason } }));
      expect(await Promise.all(others)).toEqual([1, 2, 3, 4]);
    },
    120_000,
  );

  it('return the result of a task, including values that JSON lacks', async () => {
    const made = { text: 'x', none: undefined, date: new Date(0), map: new Map([[1, 2]]), bytes: new Uint8Array([1]) };
    expect(await processes.run('answer', [made], PATIENT)).toEqual(made);
  });

  it('pass on what a task throws, and take the next one', async () => {
    const one = new WorkerProcesses(WORKER, { size: 1, memoryMb: 64, entry });
    try {
      const pid = await one.run('process', [], PATIENT);
      await expect(one.run('throw', [], PATIENT)).rejects.toThrow(/^no$/);
      expect(await one.run('process', [], PATIENT)).toBe(pid);
    } finally {
      one.close();
    }
  });

  it('have none of the settings of the server, which are secrets in part', async () => {
    process.env['QUIRE_SECRET_OF_TEST'] = 'secret';
    try {
      const names = (await processes.run('environment', [], PATIENT)) as string[];
      const known = ['LANG', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_COMPILE_CACHE', 'OLDPWD'];
      expect(names.filter((name) => ![...known, 'PWD', 'SHLVL', 'TZ', '_'].includes(name))).toEqual([]);
    } finally {
      delete process.env['QUIRE_SECRET_OF_TEST'];
    }
  });

  it('are sent what several tasks share once, and again where they have had too much since', async () => {
    const one = new WorkerProcesses(WORKER, { size: 1, memoryMb: 64, entry });
    try {
      const shared = ['a', 'b', 'c', 'd'].map((text) => new Kept(Buffer.from(text)));
      for (const wanted of [0, 0, 1, 2, 3, 0, 3]) {
        expect(await one.run('text', [shared[wanted]], PATIENT)).toBe('abcd'[wanted]);
      }
    } finally {
      one.close();
    }
  });

  it('end when they have had nothing to do for a while, and at the end', async () => {
    const brief = new WorkerProcesses(WORKER, { size: 1, memoryMb: 64, entry, idleMs: 50 });
    await gone((await brief.run('process', [], PATIENT)) as number);
    const [working, failed] = [brief.run('loop', [], PATIENT), brief.run('answer', [1], PATIENT)];
    const ends = Promise.allSettled([working]);
    await sleep(100);
    brief.close();
    expect(await ends).toMatchObject([{ reason: { name: 'TaskFailed', reason: 'end' } }]);
    expect(await failed).toBe(1);
    brief.close();
  });

  it('end with the process that started them, also where that is killed while they work', async () => {
    const code = `
      const { WorkerProcesses } = await import(${JSON.stringify(pools)});
      const two = new WorkerProcesses(${JSON.stringify(WORKER)}, { size: 2, memoryMb: 64, entry: ${JSON.stringify(entry)} });
      const options = { caller: 'a', deadlineMs: 60_000 };
      const pids = await Promise.all([two.run('process', [], options), two.run('process', [], options)]);
      console.log(pids.join(' '));
      two.run('loop', [], options);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text))));
    const pids = said.trim().split(' ').map(Number);
    await sleep(200);
    expect(pids.map(isThere)).toEqual([true, true]);
    child.kill('SIGKILL');
    await Promise.all(pids.map(gone));
    expect(pids.map(isThere)).toEqual([false, false]);
  });

  it('in the background go after others, and only they do', async () => {
    const background = new WorkerProcesses(WORKER, { size: 1, memoryMb: 64, background: true, entry });
    try {
      const own = getPriority();
      expect(await background.run('nice', [], PATIENT)).toBeGreaterThan(own);
      expect(await processes.run('nice', [], PATIENT)).toBe(own);
      expect(getPriority()).toBe(own);
    } finally {
      background.close();
    }
  });
});

describe('what runs in a worker process', () => {
  const run = inWorker(
    {
      repeat: (text: string, times: number) => Array<string>(times).fill(text),
      fail: () => {
        throw new TypeError('no');
      },
    },
    { maxBytes: 1_000, refusal: (error) => (error instanceof RangeError ? error.message : undefined) },
  );

  it('answers no more than it may', async () => {
    expect(await run({ name: 'repeat', args: ['x', 10] })).toHaveProperty('done');
    expect(await run({ name: 'repeat', args: ['x'.repeat(100), 50] })).toEqual({
      refused: 'It comes to more than 1000 bytes',
    });
  });

  it('throws errors that are no refusals', async () => {
    await expect(run({ name: 'fail', args: [] })).rejects.toThrow('no');
  });
});
