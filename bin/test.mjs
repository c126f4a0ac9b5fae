/**
 * `npm test [-- <Jest's arguments>]`: prepares what is missing, then runs all tests or the selected ones. Builds only
 * where they need the build.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsBuild } from './needs-build.mjs';
import { buildPageScripts } from './page-scripts.mjs';
import { prepare, root } from './prepare.mjs';

/** Bytes: several times what a whole run writes at any moment, with enough memory left for its processes. */
const MOST_WRITTEN = 2 * 2 ** 30;
const MEMORY = 8 * 2 ** 30;
/** Of Jest and its workers: with V8's own size of 16 MB, collections of garbage take a tenth of a run. */
const YOUNG_GENERATION = '--max-semi-space-size=64';

const args = process.argv.slice(2);
await prepare({ build: needsBuild(args, root) });
// Tests must not depend on the settings in the environment; the database may be chosen.
const settings = Object.keys(process.env).filter((name) => /^(?:QUIRE_(?!TEST_)|PORT$)/.test(name));
const env = { ...process.env };
for (const name of settings) delete env[name];
// The tests also pass without the private parts of libraries.
if (env.QUIRE_TEST_LIBRARY_INTERNALS) env.QUIRE_LIBRARY_INTERNALS = env.QUIRE_TEST_LIBRARY_INTERNALS;
// Nor on the file .env, which processes started by tests would read.
env.QUIRE_TEST_ENV_FILE = '';
// The whole is faster in suites; specs selected by name run as they are.
if (args.every((argument) => argument.startsWith('-'))) env.QUIRE_TEST_SUITES = 'on';
env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim();

env.QUIRE_TEST_POSTGRES = await compilePostgres();
await buildPageScripts(join(root, 'libs', 'site-html', 'browser'), join(root, 'dist', 'test', 'page-scripts'));
// What the tests and their servers write is deleted after the run, even if it is ended from outside.
const scratch = makeScratch();
env.TMPDIR = env.QUIRE_TEST_SCRATCH = scratch;
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const child = spawn(process.execPath, [YOUNG_GENERATION, jest, ...args], { cwd: root, env, stdio: 'inherit' });
// Jest gets a Ctrl-C from the terminal itself; a signal sent to this process only is passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.once('exit', (code) => (process.exitCode = code ?? 1));

/**
 * A folder for everything that tests write, in memory where there is enough: tests create hundreds of databases and
 * clusters with thousands of small files each, and creating a file takes ten times as long on a disk.
 */
function makeScratch() {
  const parent = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'quire-test-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through to its cluster.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return process.platform === 'linux' && bavail * bsize >= MOST_WRITTEN && process.availableMemory() >= MEMORY;
  } catch {
    return false;
  }
}

/**
 * Compiles the library that starts PostgreSQL for the run from the sources; Jest loads it before it compiles anything.
 */
async function compilePostgres() {
  const { build } = await import('esbuild');
  const outfile = join(root, 'dist', 'test', 'postgres-server.js');
  await build({
    entryPoints: [join(root, 'libs', 'postgres-server', 'index.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfigRaw: {},
    logLevel: 'warning',
  });
  return outfile;
}
