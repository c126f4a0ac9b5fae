/**
 * Prepares a fresh clone to run: checks Node's version, installs the packages of package-lock.json, and builds the
 * sources. Each step does only what is missing; when nothing is, all of them take some tens of milliseconds. Uses
 * nothing but Node itself, as it runs before anything is installed.
 *
 * `node bin/prepare.mjs [--install-only]` does the same from a shell.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const LEAST_NODE = [20, 19];
const modules = join(root, 'node_modules');
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const lock = join(root, 'dist', '.preparing');

/** Whether messages are part of a log: one JSON object a line, except on a terminal. */
let logged = false;

/**
 * Installs and builds as far as needed. Ends the process with a plain message when that fails. `log`: messages are
 * written in the format of the server's log.
 */
export async function prepare({ build = true, log = false } = {}) {
  logged = log && !process.stderr.isTTY;
  refuseOldNode();
  // An image contains the build but no sources.
  if (!existsSync(join(root, 'src')) && existsSync(join(dist, 'run', 'main.js'))) return;
  if (isInstalled() && (!build || isBuilt())) return;
  await withLock(() => {
    if (!isInstalled()) install();
    if (build && !isBuilt()) compile();
  });
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  fail(`Quire needs Node.js ${LEAST_NODE.join('.')} or newer; this is ${process.version}. See https://nodejs.org`);
}

/** npm records the installed packages when it is done; they must match package-lock.json. */
function isInstalled() {
  const installed = readJson(join(modules, '.package-lock.json'))?.packages;
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    if (path === '') return true;
    if (!found) return optional === true;
    return found.version === version && (!integrity || found.integrity === integrity);
  });
}

function install() {
  // npm would empty the folder that the link leads to, which others may use.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    fail(
      `${modules} is a link, and where it leads are not the packages of package-lock.json. Install them there first.`,
    );
  }
  say('Installing packages (npm ci) …');
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm passes its own path to the scripts it runs; it may not be on the PATH.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const env = { ...process.env };
  delete env.NODE_ENV;
  let { done, output } = run([...npm, 'ci', ...options], env);
  // A registry without packages for other platforms leaves them out of the lock, and `npm ci` then refuses it.
  if (!done && /\bEUSAGE\b[^]*from lock file/.test(output)) {
    ({ done, output } = run([...npm, 'install', '--no-save', ...options], env));
  }
  if (!done) fail(`${output}The packages could not be installed.`);
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint() && existsSync(join(dist, 'run', 'main.js'));
}

function compile() {
  say('Building …');
  const sources = fingerprint();
  rmSync(stamp, { force: true });
  // Without the compiler's incremental state it writes every file again, including deleted ones.
  rmSync(join(dist, '.tsbuildinfo'), { force: true });
  const nest = join(modules, '@nestjs', 'cli', 'bin', 'nest.js');
  const { done, output } = run([process.execPath, nest, 'build'], process.env);
  if (!done) fail(`${output}The build failed.`);
  removeOrphans();
  const bundled = run([process.execPath, join(root, 'bin', 'bundle.mjs')], process.env);
  if (!bundled.done) fail(`${bundled.output}The build failed.`);
  writeFileSync(stamp, sources);
}

/** A digest of everything the build depends on, by content: touching or checking out a file does not make it stale. */
function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  const single = [
    'package.json',
    'package-lock.json',
    'nest-cli.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'bin/bundle.mjs',
    'bin/integrations.mjs',
    'bin/page-scripts.mjs',
  ];
  const folders = ['src', 'libs', 'integrations'].flatMap(filesIn);
  for (const file of [...single.map((name) => join(root, name)), ...folders]) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
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

/** One process installs and builds; others wait for it and then find nothing to do. */
async function withLock(work) {
  mkdirSync(dist, { recursive: true });
  for (let said = false; !takeLock(); await new Promise((wake) => setTimeout(wake, 200))) {
    if (!said) say('Waiting for another process that installs or builds …');
    said = true;
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const owner = ownerOf(lock);
  if (owner === undefined || isAlive(owner)) return false;
  // The owner of the lock was killed. Renaming succeeds in one process only; a fresh lock renamed by mistake is put
  // back.
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (ownerOf(aside) === owner) rmSync(aside);
    else renameSync(aside, lock);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return false;
}

function ownerOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function run([program, ...args], env) {
  const shell = process.platform === 'win32' && program === 'npm';
  const child = spawnSync(program, args, { cwd: root, env, shell, encoding: 'utf8', maxBuffer: 1e8 });
  const output = `${child.stdout ?? ''}${child.stderr ?? ''}${child.error ? `${child.error.message}\n` : ''}`;
  return { done: child.status === 0, output };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** On the error stream, so that the output of a command stays clean. */
function say(msg, level = 'info') {
  const line = logged ? JSON.stringify({ level, time: new Date().toISOString(), msg: msg.trim() }) : msg;
  process.stderr.write(`${line}\n`);
}

function fail(message) {
  say(message, 'fatal');
  process.exit(1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await prepare({ build: !process.argv.includes('--install-only') });
}
