/**
 * `npm test [-- <Jest's arguments>]`: prepares what is missing, then runs the whole pyramid or the part asked for. What
 * that part runs from the sources is not built before.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { needsBuild } from './needs-build.mjs';
import { prepare, root } from './prepare.mjs';

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
