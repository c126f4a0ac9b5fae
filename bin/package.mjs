/**
 * `npm run package`: writes `dist/quire-<version>-<platform>-<architecture>.tar.gz`, which needs Node.js and nothing
 * else where it is unpacked: no npm, no compiler, no network. It contains the build, the packages that it uses, the
 * command line and the documentation.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { during, fail, say } from './preparing/output.mjs';
import { NPM, run } from './preparing/run.mjs';
import { completePostgres, removeUnread } from './preparing/slim.mjs';
import { prepare, root } from './prepare.mjs';

const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'CHANGELOG.md',
  'docs',
  'deploy/systemd',
  'deploy/proxy',
  'deploy/monitoring',
  'bin/start.mjs',
  'bin/quire.mjs',
  'bin/prepare.mjs',
  'bin/preparing',
  'dist/run',
];

await prepare();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `quire-${version}`;
const archive = join(root, 'dist', `${name}-${process.platform}-${process.arch}.tar.gz`);
const folder = join(root, 'dist', 'package');
const place = join(folder, name);
rmSync(folder, { recursive: true, force: true });
mkdirSync(place, { recursive: true });
for (const part of PARTS) cpSync(join(root, part), join(place, part), { recursive: true });
const modules = join(place, 'node_modules');
await step('Installing the packages that run', [
  ...NPM,
  'ci',
  '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--prefix',
  place,
]);
removeUnread(modules);
await completePostgres(modules);
await step('Packing', ['tar', '-czf', archive, '-C', folder, name]);
rmSync(folder, { recursive: true, force: true });
say(`Wrote ${archive} (${Math.round(statSync(archive).size / 1e6)} MB)`);

async function step(title, command) {
  const ended = during(title);
  const { done, output } = await run(command, process.env);
  ended();
  if (!done) fail(`${output}The package could not be made.`);
}
