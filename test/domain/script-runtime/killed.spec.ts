import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, describe, it } from '@jest/globals';
import { build } from 'esbuild';
import { ScriptCrashed } from '#script-runtime';
import { ask, failureOf, handlerOf, openRuntime, stopRuntimes, until } from './runtimes.js';

const folder = mkdtempSync(join(tmpdir(), 'killed-'));
// As root, processes are of other users, who must pass through it.
chmodSync(folder, 0o711);

afterAll(async () => {
  await stopRuntimes();
  rmSync(folder, { recursive: true });
});

/** The ids of processes that run in a folder below `place`, as Linux shows them. */
function processesIn(place: string): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(place) ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
const workerdIn = (place: string): number =>
  processesIn(place).find((pid) => commandOf(pid).includes('--control-fd') && !commandOf(pid).startsWith('/bin/sh'))!;

/** A program that runs one script with the library, and then waits. */
const PROGRAM = `
  import { ScriptRuntime } from '#script-runtime';
  const runtime = new ScriptRuntime({
    folder: process.argv[2],
    mostProcesses: 1,
    idleMs: 60_000,
    memoryMb: 64,
    startMs: 60_000,
    egress: () => Promise.reject(new Error('no way out')),
    log: () => undefined,
  });
  const source = () => Promise.resolve('export default { fetch: () => new Response("ready") };');
  const limits = { deadlineMs: 60_000, maxResponseBytes: 100, logs: { lines: 1, characters: 1 }, mask: [] };
  const { body } = await runtime.run({ id: 'one', source }, { path: '/' }, limits);
  console.log(body.toString());
  setInterval(() => undefined, 1_000);
`;

// Processes are found as Linux shows them.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the process of a script', () => {
  it('fails its calls when it is killed, starts again, and leaves the others alone', async () => {
    const [own, others] = [join(folder, 'own'), join(folder, 'others')];
    const [runtime, other] = [openRuntime({ folder: own }), openRuntime({ folder: others })];
    const script = handlerOf(`
      if (request.url.endsWith('/long')) await scheduler.wait(60_000);
      return new Response('ok');
    `);
    const untouched = handlerOf('n += 1; return new Response(String(n));', 'let n = 0;');
    expect([await ask(runtime, script), await ask(other, untouched)]).toEqual(['ok', '1']);
    const waiting = failureOf(ask(runtime, script, {}, '/long'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.kill(workerdIn(own), 'SIGKILL');
    const failure = await waiting;
    expect(failure).toBeInstanceOf(ScriptCrashed);
    expect(failure).toMatchObject({ reason: 'crashed', retryable: true });
    expect(await ask(other, untouched)).toBe('2');
    const again = async (): Promise<string> => ask(runtime, script).catch(() => again());
    expect(await again()).toBe('ok');
    expect(processesIn(own)).toHaveLength(2);
  });

  it('is of a user and a group of processes of its own, with low priority, and writes no files', async () => {
    const place = join(folder, 'seen');
    const runtime = openRuntime({ folder: place });
    await ask(runtime, handlerOf('return new Response("ok");'));
    const pid = workerdIn(place);
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    expect({ group: Number(fields[2]), nice: Number(fields[16]) }).toEqual({ group: pid, nice: 10 });
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    expect(limits).toMatch(/Max file size +0 /);
    expect(limits).toMatch(/Max core file size +0 /);
    const uid = Number(/Uid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
    if (process.getuid!() === 0) expect(uid).toBeGreaterThanOrEqual(62_000);
    else expect(uid).toBe(process.getuid!());
  });

  it('ends when the program that started it is killed, and its folder is removed by the next', async () => {
    const place = join(folder, 'orphan');
    const outfile = join(folder, 'program.mjs');
    await build({
      stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['quire-source'],
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(process.cwd() + '/');",
      },
      define: { 'import.meta.url': JSON.stringify(import.meta.url) },
      tsconfigRaw: {},
    });
    const program = spawn(process.execPath, [outfile, place], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [text] = (await once(program.stdout, 'data')) as [Buffer];
    expect([text.toString(), processesIn(place).length]).toEqual(['ready\n', 2]);
    program.kill('SIGKILL');
    await once(program, 'close');
    await until(() => processesIn(place).length === 0);
    expect(readdirSync(place)).toHaveLength(1);
    const next = openRuntime({ folder: place });
    await ask(next, handlerOf('return new Response("ok");'));
    expect(readdirSync(place).map((name) => name.startsWith(`${process.pid}-`))).toEqual([true]);
  });
});
