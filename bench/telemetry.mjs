/**
 * `npm run bench:telemetry [-- --starts 8] [--log]`: what a process costs that exports to a collector, as a ratio to the
 * one just before or after it without a collector, the median of all such pairs; with `--log` both write a line for each
 * request, and one exports it. One process at a time: two at once cost each other more than what is to be measured. A
 * start is warm, and its first exports, which load and compile what they need, are over, before it is measured for longer
 * than exports are apart.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { median } from './contest.mjs';
import { pinning } from './pinning.mjs';
import { freePort, Stage } from './stage.mjs';

const PAGES = 1_000;
const ASKED = 200;
const RATE = 1_000;
const WARM_UP = [
  { seconds: 8 },
  // Exports are five seconds apart.
  { seconds: 6, rate: RATE },
];
const SECONDS = 20;

const { values } = parseArgs({
  options: { starts: { type: 'string', default: '8' }, log: { type: 'boolean', default: false } },
});
const starts = Number(values.starts);

const collector = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/x-protobuf').end());
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const log = values.log ? { QUIRE_LOG_LEVEL: 'info' } : {};
const exporting = {
  QUIRE_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}`,
  ...(values.log && { QUIRE_OTLP_SIGNALS: 'traces,metrics,logs' }),
};
const arms = [
  { name: 'no collector', env: log, measured: [] },
  {
    name: values.log ? 'traces, measurements and the log' : 'traces and measurements',
    env: { ...log, ...exporting },
    measured: [],
  },
];

const stage = await Stage.open();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stage.close().finally(() => process.exit(130)));
try {
  const { id, pages } = await stage.space(PAGES);
  const paths = pages.slice(0, ASKED).map((page) => `/v1/spaces/${id}/content/page/${page}`);
  for (let start = 0; start < starts; start++)
    // Neither is always the first.
    for (const arm of start % 2 === 0 ? arms : arms.toReversed()) arm.measured.push(await measure(arm.env, paths));
  report();
} finally {
  await stage.close();
  collector.close();
  collector.closeAllConnections();
}

/** Microseconds of CPU for a request. */
async function measure(env, paths) {
  const server = await stage.startQuire('api', await freePort(), { env });
  const requests = paths.map((path) => ({ path, headers: server.headers }));
  const run = (how) => stage.load.run({ port: server.port, connections: 8, first: 0, requests, ...how }, 200);
  for (const how of WARM_UP) await run(how);
  const before = spent(server.pid);
  const { answered } = await run({ seconds: SECONDS, rate: RATE });
  const after = spent(server.pid);
  await stage.stop(server);
  return { main: (after.main - before.main) / answered, all: (after.all - before.all) / answered };
}

/** Microseconds that a process spent so far: its main thread, and all that it has. */
function spent(pid) {
  const of = (thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
    } catch {
      // A thread that has ended.
      return 0;
    }
  };
  return { main: of(pid), all: readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + of(thread), 0) };
}

function report() {
  console.log(
    `Node ${process.version}; ${pinning}; ${starts} starts of each, one process at a time, ${SECONDS} s each`,
  );
  console.log(
    '\n| | main thread, µs a request | ratio (middle half) | all threads | ratio (middle half) |\n| --- | --- | --- | --- | --- |',
  );
  const [without] = arms;
  for (const arm of arms) {
    const cells = ['main', 'all'].flatMap((threads) => {
      const costs = arm.measured.map((each) => each[threads]);
      const ratios = arm.measured.map((each, start) => ({ ratio: each[threads] / without.measured[start][threads] }));
      const [least, most] = [Math.min(...costs), Math.max(...costs)];
      return [
        `${median(arm.measured, threads).toFixed(0)} (${least.toFixed(0)} to ${most.toFixed(0)})`,
        `${median(ratios, 'ratio').toFixed(3)} (${middleHalf(ratios.map(({ ratio }) => ratio))})`,
      ];
    });
    console.log(`| ${[arm.name, ...cells].join(' | ')} |`);
  }
}

/** Between what the middle half of the pairs is: how much one start differs from the next. */
function middleHalf(ratios) {
  const sorted = ratios.toSorted((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  return `${sorted[quarter].toFixed(3)} to ${sorted.at(-1 - quarter).toFixed(3)}`;
}
