/** `npm test [-- <Jest's arguments>]`: prepares what is missing, then runs the whole pyramid or the part asked for. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
// A test must not depend on the settings of whoever runs it; the database may be chosen.
const settings = Object.keys(process.env).filter((name) => /^(?:QUIRE_(?!TEST_)|PORT$)/.test(name));
const env = { ...process.env };
for (const name of settings) delete env[name];
// The whole takes less time by suites; what is asked for by name runs as it is.
if (process.argv.slice(2).every((argument) => argument.startsWith('-'))) env.QUIRE_TEST_SUITES = 'on';
env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim();

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const child = spawn(process.execPath, [jest, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
// Jest gets a Ctrl-C from the terminal itself; a signal sent to this process alone is passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.once('exit', (code) => (process.exitCode = code ?? 1));
