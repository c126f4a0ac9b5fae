/**
 * The build in `dist`, and the digest of what it was made from. `node bin/preparing/build.mjs` builds from a shell, what
 * changed since the last time.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { during, fail } from './output.mjs';
import { root, run } from './run.mjs';

const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const FOLDERS = ['src', 'libs', 'integrations'];
const FILES = [
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'bin/bundle.mjs',
  'bin/bundled-packages.mjs',
  'bin/integrations.mjs',
  'bin/page-scripts.mjs',
  'bin/server-script.mjs',
];

/**
 * Whether the build is that of the sources. They are compared by size and time first, which is fast, and where these
 * differ by content: touching or checking out a file does not make the build stale.
 */
export function isBuilt() {
  if (!existsSync(join(dist, 'run', 'main.js'))) return false;
  const built = readStamp();
  if (built === undefined) return false;
  const state = stateOf();
  if (built.state === state) return true;
  if (built.content !== contentOf()) return false;
  write({ ...built, state });
  return true;
}

/** Whether the folder has sources: an image and a package have the build alone. */
export const hasSources = () => existsSync(join(root, 'src'));

/** `clean`: writes every file again, including those that were deleted from the build. */
export async function build({ clean = false } = {}) {
  const [content, state] = [contentOf(), stateOf()];
  rmSync(stamp, { force: true });
  if (clean || !existsSync(join(dist, 'src'))) rmSync(join(dist, '.tsbuildinfo'), { force: true });
  const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  // Loaded first, as Node 20.19.0 and 20.19.1 do not allow `require` of a module that is still being imported.
  const preloaded = ['--import', 'ora'];
  await step('Building (1 of 2): compiling the sources', [...preloaded, nest, 'build']);
  removeOrphans();
  await step('Building (2 of 2): bundling', [join(root, 'bin', 'bundle.mjs')]);
  write({ content, state });
}

async function step(title, args) {
  const ended = during(title);
  const { done, output } = await run([process.execPath, ...args], process.env);
  ended();
  if (!done) fail(`${output}The build failed.`);
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return undefined;
  }
}

const write = (built) => writeFileSync(stamp, JSON.stringify(built));

/** A digest of the paths, sizes and times of everything the build depends on. */
function stateOf() {
  return digest((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${size} ${mtimeMs}`;
  });
}

/** A digest of everything the build depends on. */
const contentOf = () => digest((file) => readFileSync(file));

function digest(read) {
  const hash = createHash('sha256');
  for (const file of [...FILES.map((name) => join(root, name)), ...FOLDERS.flatMap(filesIn)])
    hash.update(`\0${relative(root, file)}\0`).update(read(file));
  return hash.digest('hex');
}

/** Removes compiled files without a source: a deleted migration or handler must not run again. */
function removeOrphans() {
  for (const file of [...filesIn('dist/src'), ...filesIn('dist/libs')]) {
    const source = relative(dist, file).replace(/\.(?:js|js\.map|d\.ts)$/, '.ts');
    if (source.endsWith('.ts') && !existsSync(join(root, source))) rmSync(file);
  }
}

function filesIn(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await build();
