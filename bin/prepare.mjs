/**
 * Prepares a fresh clone to run: checks Node's version, installs the packages of package-lock.json, and builds the
 * sources. Each step does only what is missing; when nothing is, all of them take some tens of milliseconds. Uses
 * nothing but Node itself, as it runs before anything is installed.
 *
 * `node bin/prepare.mjs [--install-only]` does the same from a shell, for work on the sources.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build as buildAll, hasSources, isBuilt } from './preparing/build.mjs';
import { withLock } from './preparing/lock.mjs';
import { during, fail, writeAsLog } from './preparing/output.mjs';
import { hasDevelopmentPackages, install, isInstalled } from './preparing/packages.mjs';
import { root } from './preparing/run.mjs';
import { slim } from './preparing/slim.mjs';

export { root };

const LEAST_NODE = [20, 19];

/**
 * Installs and builds as far as needed. Ends the process with a plain message when that fails. `log`: messages are
 * written in the format of the server's log. `run`: only what runs is wanted, so that what only the build needs is
 * removed after it, unless it was there before.
 */
export async function prepare({ build = true, log = false, run = false } = {}) {
  writeAsLog(log);
  refuseOldNode();
  if (!hasSources()) return;
  const isReady = () => (!build || isBuilt()) && isInstalled({ all: !run });
  if (isReady()) return;
  await withLock(async () => {
    if (isReady()) return;
    const developed = !run || hasDevelopmentPackages();
    if (!isInstalled({ all: true })) await install();
    if (build && !isBuilt()) await buildAll({ clean: true });
    if (developed) return;
    const ended = during('Removing what only the build needed');
    await slim();
    ended();
  });
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  fail(`Quire needs Node.js ${LEAST_NODE.join('.')} or newer; this is ${process.version}. See https://nodejs.org`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await prepare({ build: !process.argv.includes('--install-only') });
}
