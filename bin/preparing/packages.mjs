/** The packages of package-lock.json in `node_modules`. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { during, fail } from './output.mjs';
import { NPM, root, run } from './run.mjs';

const modules = join(root, 'node_modules');
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * npm records the installed packages when it is done; they must match package-lock.json. `all`: also those that only
 * builds and tests need.
 */
export function isInstalled({ all }) {
  const installed = packagesIn(join(modules, '.package-lock.json'));
  const wanted = packagesIn(join(root, 'package-lock.json'));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    if (path === '' || (!all && (dev || devOptional))) return true;
    const found = installed[path];
    if (!found) return optional === true;
    return found.version === version && (!integrity || found.integrity === integrity);
  });
}

/** Whether packages are there that only builds and tests need, as where people work on the sources. */
export function hasDevelopmentPackages() {
  return Object.values(packagesIn(join(modules, '.package-lock.json')) ?? {}).some(({ dev }) => dev);
}

export async function install() {
  // npm would empty the folder that the link leads to, which others may use.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    fail(
      `${modules} is a link, and where it leads are not the packages of package-lock.json. Install them there first.`,
    );
  }
  const ended = during('Installing packages (npm ci)', howMany());
  const options = ['--include=dev', '--include=optional', ...QUIETLY];
  const env = { ...process.env };
  delete env.NODE_ENV;
  let { done, output } = await run([...NPM, 'ci', ...options], env);
  // A registry without packages for other platforms leaves them out of the lock, and `npm ci` then refuses it.
  if (!done && /\bEUSAGE\b[^]*from lock file/.test(output)) {
    ({ done, output } = await run([...NPM, 'install', '--no-save', ...options], env));
  }
  ended();
  if (!done) fail(`${output}The packages could not be installed.`);
}

/** Removes the packages that only builds and tests need. */
export async function prune() {
  const { done, output } = await run([...NPM, 'prune', '--omit=dev', '--no-save', ...QUIETLY], process.env);
  if (!done) fail(`${output}The packages that only the build needs could not be removed.`);
}

/** How many of the packages at the top are there: npm creates them as it goes. */
function howMany() {
  const paths = Object.keys(packagesIn(join(root, 'package-lock.json')) ?? {});
  const total = paths.filter((path) => path.lastIndexOf('node_modules/') === 0).length;
  return () => `${Math.min(namesIn(modules).length, total)} of ${total} packages`;
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .flatMap((name) => (name.startsWith('@') ? namesIn(join(folder, name)) : [name]));
  } catch {
    return [];
  }
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
