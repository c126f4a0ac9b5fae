/** How fast scripts start, and what an idle server holds where many integrations are published. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findBinary } from '../../dist/libs/script-runtime/binary.js';
import { SCRIPT_SOCKET, writeFiles } from '../../dist/libs/script-runtime/files.js';
import { LIMIT, median } from '../contest.mjs';
import { memory } from '../process-time.mjs';
import { publishScript, scriptOf } from '../seed/integrations.mjs';
import { freePort, Stage } from '../stage.mjs';

const SCRIPT_BYTES = 300_000;
/** As many scripts as may run at once: none has to make room. */
const STARTS = 15;
const TARGET = '< 200 ms';
const ANSWER = `export default { fetch: () => new Response('ready') };`;
const MEMORY_MB = 128;

const PUBLISHED = 100;
const ROUNDS = 5;
/** How long a server rests before its memory is read. */
const REST_MS = 10_000;
const HEAP = fileURLToPath(new URL('../load/heap.mjs', import.meta.url));

/**
 * The first request for the public address of an integration, whose script of 300 kB does not run, and the next one. The
 * bare limit starts workerd on the same script, without anything that watches it, and asks it the same. By turns.
 */
export const coldStart = {
  name: 'script started',
  async run(stage) {
    const script = scriptOf(SCRIPT_BYTES, ANSWER);
    for (let i = 0; i < STARTS; i++) await publishScript(stage, `start-${i}`, `${script}\nexport const at = ${i};`);
    const server = await stage.startQuire('api', await freePort(), { pinned: false });
    const ask = (i) => () => fetch(`http://localhost:${server.port}/integrations/start-${i}`).then(requireReady);
    const times = { cold: [], warm: [], bare: [] };
    for (let i = 0; i < STARTS; i++) {
      times.cold.push(await timeOf(ask(i)));
      times.warm.push(await timeOf(ask(i)));
      times.bare.push(await bareStart(join(stage.dir, `bare-${i}`), script));
    }
    await stage.stop(server);
    const row = (name, all, more) => ({ kind: 'timed', name, ...summaryOf(all), ...more });
    const ratio = median(times.cold, 'ms') / median(times.bare, 'ms');
    return [
      row('Quire, first request', times.cold, { base: LIMIT, ratio, target: TARGET }),
      row('Quire, next request', times.warm),
      row(LIMIT, times.bare),
    ];
  },
};

/**
 * A server that was just started and does nothing, on a database with 100 integrations, which were all published and
 * used there, and on one without, by turns: the memory of its process, and of what V8 keeps after a collection.
 */
export const idleMemory = {
  name: 'idle server',
  async run(stage) {
    const empty = await Stage.open();
    const without = [];
    const withAll = [];
    try {
      await empty.api.post('/v1/orgs', { title: 'Benchmark' });
      for (let i = 0; i < PUBLISHED; i++) await publishScript(stage, `idle-${i}`, scriptOf(SCRIPT_BYTES, ANSWER));
      for (let round = 0; round < ROUNDS; round++) {
        without.push(await idle(empty));
        withAll.push(await idle(stage));
      }
    } finally {
      await empty.close();
    }
    const row = (name, all, ratio) => ({
      kind: 'memory',
      name,
      memory: median(all, 'memory'),
      heap: median(all, 'heap'),
      ...(ratio && { ratio: median(all, 'memory') / median(without, 'memory') }),
    });
    return [row('without', without), { ...row('with 100 published', withAll, true), target: 'ratio ≤ 1.05' }];
  },
};

async function idle(stage) {
  const env = { NODE_OPTIONS: `--import ${HEAP}` };
  const server = await stage.startQuire('all', await freePort(), { pinned: false, env });
  await sleep(REST_MS);
  const held = memory(server.pid);
  process.kill(server.pid, 'SIGUSR2');
  await sleep(1_000);
  const file = join(stage.dir, `heap-${server.pid}`);
  const heap = Number(readFileSync(file, 'utf8'));
  await stage.stop(server);
  return { memory: held, heap };
}

/** Starts workerd on a script in a folder of its own, asks it once and ends it; answers how long the first two took. */
async function bareStart(folder, script) {
  const begin = performance.now();
  writeFiles(folder, script, MEMORY_MB, undefined);
  const child = spawn(findBinary().path, ['serve', '--control-fd=3', 'workerd.capnp'], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  await once(child.stdio[3], 'data');
  const call = request({ socketPath: join(folder, SCRIPT_SOCKET), path: '/', headers: { host: 'script' } }).end();
  const [answer] = await once(call, 'response');
  answer.resume();
  await once(answer, 'end');
  const ms = performance.now() - begin;
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
  return { ms };
}

async function requireReady(answer) {
  const text = await answer.text();
  if (text !== 'ready') throw new Error(`A script: ${answer.status} ${text}`);
}

async function timeOf(work) {
  const begin = performance.now();
  await work();
  return { ms: performance.now() - begin };
}

function summaryOf(all) {
  return { ms: median(all, 'ms'), slowest: Math.max(...all.map(({ ms }) => ms)) };
}
