/** One process installs and builds; others wait for it and then find nothing to do. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from './output.mjs';
import { root } from './run.mjs';

const lock = join(root, 'dist', '.preparing');

export async function withLock(work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let said = false; !takeLock(); await new Promise((wake) => setTimeout(wake, 200))) {
    if (!said) say('Waiting for another process that installs or builds …');
    said = true;
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    await work();
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
