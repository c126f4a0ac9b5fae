/**
 * What stands between a fresh clone and a running Quire: the right Node, the packages of package-lock.json, and a build
 * of the sources as they are. Each step looks first and does only what is missing; when nothing is, all of it takes some
 * tens of milliseconds. Uses nothing but Node itself, as it runs before anything is installed.
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

/** Whether what is said is a part of a log: one JSON object a line, unless a person reads it. */
let logged = false;

/**
 * Installs and builds as far as needed. Ends the process with a plain message when that fails. `log`: what is said goes
 * before the server's log, and has its form.
 */
export async function prepare({ build = true, log = false } = {}) {
  logged = log && !process.stderr.isTTY;
  refuseOldNode();
  // An image holds what was built and nothing to build from.
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

/** npm writes down what it installed when it is done; that must be what package-lock.json asks for. */
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
  // npm would empty the folder that a link leads to, under whoever else uses it.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    fail(
      `${modules} is a link, and where it leads are not the packages of package-lock.json. Install them there first.`,
    );
  }
  say('Installing packages (npm ci) …');
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm tells its own path to the scripts it runs; it may be on no PATH.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const env = { ...process.env };
  delete env.NODE_ENV;
  let { done, output } = run([...npm, 'ci', ...options], env);
  // A registry that lacks packages of other platforms leaves them out of the lock, and `npm ci` then refuses it.
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
  // Without the compiler's notes it writes every file again, so one that went missing comes back.
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
  ];
  for (const file of [...single.map((name) => join(root, name)), ...filesIn('src'), ...filesIn('libs')]) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Compiled files whose source is gone: a migration or a handler that was deleted must not run again. */
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
  // Its owner was killed. Renaming takes it from one process only; a fresh lock taken by mistake is put back.
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
