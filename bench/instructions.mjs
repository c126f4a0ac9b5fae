/**
 * `npm run bench:instructions [-- --requests 5000] [--warm 6000]`: how many instructions a process runs for a page by its
 * id, with what it may export to a collector and without, counted by valgrind (callgrind, its own package). What else the
 * machine does changes nothing of it; what the kernel does, and how fast an instruction is, is not in it. A request takes
 * some 40 times as long, and so do all clocks of the process.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort, Stage } from './stage.mjs';

const PAGES = 1_000;
const ASKED = 200;
const CONNECTIONS = 8;
/** As for a process with 1,000 requests a second. */
const SLOWER = 37;
const PATIENCE_MS = 300_000;
const MAIN = fileURLToPath(new URL('../dist/run/main.js', import.meta.url));
const SLOW_CLOCK = fileURLToPath(new URL('slow-clock.cjs', import.meta.url));

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '5000' }, warm: { type: 'string', default: '6000' } },
});
const [requests, warm] = [Number(values.requests), Number(values.warm)];

const collector = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/x-protobuf').end());
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const QUIRE_OTLP_ENDPOINT = `http://127.0.0.1:${collector.address().port}`;
const arms = [
  ['nothing', {}],
  ['traces and measurements', { QUIRE_OTLP_ENDPOINT, QUIRE_OTLP_SIGNALS: 'traces,metrics' }],
  ['the log', { QUIRE_OTLP_ENDPOINT, QUIRE_OTLP_SIGNALS: 'logs' }],
  ['all three', { QUIRE_OTLP_ENDPOINT, QUIRE_OTLP_SIGNALS: 'traces,metrics,logs' }],
];

const stage = await Stage.open();
const folder = mkdtempSync(join(tmpdir(), 'quire-instructions-'));
try {
  const { id, pages } = await stage.space(PAGES);
  const paths = pages.slice(0, ASKED).map((page) => `/v1/spaces/${id}/content/page/${page}`);
  console.log(`Node ${process.version}; ${requests} requests after ${warm}; thousands of instructions a request`);
  console.log('\n| exported | main thread | ratio | all threads |\n| --- | --- | --- | --- |');
  let base;
  for (const [name, env] of arms) {
    const { main, all } = await count(env, paths);
    base ??= main;
    console.log(`| ${name} | ${main.toFixed(0)} | ${(main / base).toFixed(3)} | ${all.toFixed(0)} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await stage.close();
  collector.close();
  collector.closeAllConnections();
}

/** Thousands of instructions for a request. */
async function count(env, paths) {
  const port = await freePort();
  const child = spawn(
    'valgrind',
    ['--tool=callgrind', '--separate-threads=yes', `--callgrind-out-file=${folder}/counted`, process.execPath, MAIN],
    {
      env: {
        ...stage.env('api', port),
        ...env,
        QUIRE_LOG_LEVEL: 'info',
        SLOW_CLOCK: String(SLOWER),
        NODE_OPTIONS: `--require ${SLOW_CLOCK}`,
      },
      stdio: 'ignore',
    },
  );
  try {
    const at = `http://localhost:${port}`;
    const ready = () =>
      fetch(`${at}/health/ready`)
        .then(({ ok }) => ok)
        .catch(() => false);
    for (const end = performance.now() + PATIENCE_MS; !(await ready()); await sleep(500))
      if (child.exitCode !== null || performance.now() > end) throw new Error('The server did not get ready');
    await ask(at, paths, warm);
    control(child, '--zero');
    await ask(at, paths, requests);
    control(child, '--dump');
    return counted();
  } finally {
    child.kill('SIGKILL');
    if (child.signalCode === null) await once(child, 'exit');
  }
}

function control({ pid }, what) {
  execFileSync('callgrind_control', [what, String(pid)], { stdio: 'ignore' });
}

async function ask(at, paths, times) {
  let left = times;
  const headers = { authorization: `Bearer ${stage.env().QUIRE_ADMIN_TOKEN}` };
  const one = async () => {
    for (let nth = left--; nth > 0; nth = left--) {
      const response = await fetch(at + paths[nth % paths.length], { headers });
      if (!response.ok) throw new Error(`A page was answered with ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

/** The last counts of each thread, which are then removed. The first thread is the main one. */
function counted() {
  const threads = new Map();
  for (const file of readdirSync(folder)) {
    const total = /^totals: (\d+)/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
    const thread = /-(\d+)$/.exec(file)?.[1];
    if (total && thread) threads.set(thread, Number(total) / requests / 1_000);
    rmSync(join(folder, file));
  }
  return { main: threads.get('01') ?? 0, all: [...threads.values()].reduce((sum, each) => sum + each, 0) };
}
