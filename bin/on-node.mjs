/**
 * `npm run on-node -- <version> <file> [arguments]`: runs a program of the project with another version of Node.js,
 * which npm brings into `dist/nodes`: `npm run on-node -- 24 bin/test.mjs` runs all tests on the newest Node 24.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { during, fail } from './preparing/output.mjs';
import { NPM, root, run } from './preparing/run.mjs';

const [version = '', ...args] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version) || args.length === 0)
  fail('Give a version of Node.js and a program: npm run on-node -- 24 bin/test.mjs');
const program = `node-${process.platform}-${process.arch}`;
const folder = join(root, 'dist', 'nodes', version);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{"private":true}');
const ended = during(`Getting Node.js ${version}`);
const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const { done, output } = await run(
  [...NPM, 'install', ...options, '--prefix', folder, `${program}@${version}`],
  process.env,
);
ended();
if (!done) fail(`${output}Node.js ${version} could not be had.`);
const node = join(folder, 'node_modules', program, 'bin', 'node');
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, npm_node_execpath: node };
const child = spawn(node, args, { cwd: root, env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => (process.exitCode = code ?? 1));
