/**
 * `npm test [-- <Jest's arguments>]`: prepares what is missing, then runs the whole pyramid or the part asked for. What
 * that part runs from the sources is not built before.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsBuild } from './needs-build.mjs';
import { prepare, root } from './prepare.mjs';

/** Bytes: several times what a whole run has written at any moment, and free memory with which its processes do well beside that. */
const MOST_WRITTEN = 2 * 2 ** 30;
const MEMORY = 8 * 2 ** 30;

const args = process.argv.slice(2);
await prepare({ build: needsBuild(args, root) });
// A test must not depend on the settings of whoever runs it; the database may be chosen.
const settings = Object.keys(process.env).filter((name) => /^(?:QUIRE_(?!TEST_)|PORT$)/.test(name));
const env = { ...process.env };
for (const name of settings) delete env[name];
// Nor on the file .env: processes that tests start would read it.
env.QUIRE_TEST_ENV_FILE = '';
// The whole takes less time by suites; what is asked for by name runs as it is.
if (args.every((argument) => argument.startsWith('-'))) env.QUIRE_TEST_SUITES = 'on';
env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim();

env.QUIRE_TEST_POSTGRES = await compilePostgres();
// What the tests and their servers write goes with the run, even one that is ended from outside.
const scratch = makeScratch();
env.TMPDIR = env.QUIRE_TEST_SCRATCH = scratch;
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const child = spawn(process.execPath, [jest, ...args], { cwd: root, env, stdio: 'inherit' });
// Jest gets a Ctrl-C from the terminal itself; a signal sent to this process alone is passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.once('exit', (code) => (process.exitCode = code ?? 1));

/**
 * A folder for all that the tests write, in memory where there is plenty: the tests make hundreds of databases and
 * clusters, thousands of small files each, and making a file takes ten times as long on a disk.
 */
function makeScratch() {
  const parent = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'quire-test-'));
  // As root, PostgreSQL runs as another user, who must get through to its cluster.
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

/** The library that starts PostgreSQL for the run, which Jest loads before it compiles anything: from the sources as they are. */
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
