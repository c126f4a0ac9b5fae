/**
 * `node bench/internals.mjs`: what each use of private parts of packages saves (docs/adr/0047-library-internals.md).
 * Each piece of work runs in processes of its own, by turns with the use switched on and off; the median counts.
 */
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { body, parameters, statements, transactions } from './internals/works.mjs';

const WORKS = {
  'pg-statements': { statement: statements, transaction: transactions },
  'nest-parameters': { request: parameters },
  'validation-metadata': { 'body of 6 members': () => body(0), 'body of 2,000 unknown members': () => body(2_000) },
};
const ROUNDS = 7;

const [name, work, url] = process.argv.slice(2);
if (name !== undefined) {
  const { us } = await WORKS[name][work](url);
  process.stdout.write(String(us));
  process.exit(0);
}

const { startPostgres } = await import('#postgres-server');
const folder = mkdtempSync(join(tmpdir(), 'quire-internals-'));
const server = await startPostgres({ dataDir: folder, log: () => undefined });
try {
  for (const [internal, works] of Object.entries(WORKS)) {
    for (const one of Object.keys(works)) {
      const times = { on: [], off: [] };
      for (let round = 0; round < ROUNDS; round++)
        for (const state of ['on', 'off']) times[state].push(run(internal, one, state === 'on' ? 'on' : internal));
      const [on, off] = [times.on, times.off].map((all) => all.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]);
      console.log(`${internal}, ${one}: ${on.toFixed(1)} µs, off ${off.toFixed(1)} µs (${(off / on).toFixed(2)})`);
    }
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function run(internal, one, setting) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), internal, one, server.url],
    { env: { ...process.env, QUIRE_LIBRARY_INTERNALS: setting }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
