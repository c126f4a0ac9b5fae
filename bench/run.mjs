/**
 * `npm run bench [-- <words of the names of cases …>] [--rounds 5] [--seconds 3] [--no-build]`: what requests cost, as
 * a ratio to the bare limit measured in the same run. docs/performance.md says what the cases are and what came of them.
 * A case that fails is reported at the end, and the others go on.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from '../bin/prepare.mjs';
import { pinning } from './pinning.mjs';
import { tablesOf } from './table.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    build: { type: 'boolean', default: true },
  },
});

if (values.build) await prepare();
const { CASES } = await import('./cases/cases.mjs');
const { Stage } = await import('./stage.mjs');

const wanted = positionals
  .join(' ')
  .toLowerCase()
  .split(',')
  .map((name) => name.trim());
const chosen = CASES.filter(({ name }) => wanted.some((words) => name.toLowerCase().includes(words)));
if (chosen.length === 0) {
  console.error(`No case has such a name. There are: ${CASES.map(({ name }) => name).join('; ')}`);
  process.exit(1);
}

const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  warmUp: Math.min(3, Number(values.seconds)),
};
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model.trim()}; ${pinning}`);
console.log(`${options.rounds} rounds of ${options.seconds} s by turns; medians; CPU and ratio are for each request\n`);

const started = new Date().toISOString();
const [load] = loadavg();
const stage = await Stage.open();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void stage.close().finally(() => process.exit(130)));
}
const rows = [];
const failures = [];
try {
  for (const one of chosen) {
    const { name } = one;
    console.error(`${name} …`);
    try {
      const results = (await one.run(stage, options)).map((result) => ({ label: name, ...result }));
      rows.push(...results);
      save();
      console.error(`${tablesOf(results)}\n`);
    } catch (error) {
      failures.push(name);
      console.error(error);
    }
  }
} finally {
  await stage.close();
}

console.log(tablesOf(rows));
for (const name of failures) console.log(`Failed: ${name}`);
if (failures.length > 0) process.exitCode = 1;

/** After each case, so that none is lost. */
function save() {
  const results = join(root, 'bench', 'results');
  mkdirSync(results, { recursive: true });
  const machine = { node: process.version, processors: cpus().length, model: cpus()[0].model.trim(), load, pinning };
  const report = { started, ...machine, ...options, results: rows };
  writeFileSync(join(results, 'latest.json'), `${JSON.stringify(report, undefined, 2)}\n`);
}
