/** CPU time of processes, read from Linux's /proc: independent of other load on the machine. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
// Fields of /proc/<pid>/stat, counted from the one after the name in parentheses.
const PARENT = 1;
const USER = 11;
const SYSTEM = 12;
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;

/** Milliseconds of CPU a process has used so far, all its threads together. */
export function processTime(pid) {
  const fields = statOf(pid);
  return fields ? toMs(fields[USER] + fields[SYSTEM]) : 0;
}

/** The same of a PostgreSQL server: its postmaster, the processes below it, and those that have ended. */
export function databaseTime(postmaster) {
  const fields = statOf(postmaster);
  if (!fields) return 0;
  const ended = fields[CHILDREN_USER] + fields[CHILDREN_SYSTEM];
  const running = childrenOf(postmaster).reduce((sum, pid) => sum + processTime(pid), 0);
  return toMs(fields[USER] + fields[SYSTEM] + ended) + running;
}

export function childrenOf(parent) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => statOf(pid)?.[PARENT] === parent);
}

/** The most memory a process ever held, bytes. */
export const peakMemory = (pid) => memoryOf(pid, 'VmHWM');

/** From now on, the most memory is that since now. */
export const forgetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The memory a process holds now, bytes. */
export const memory = (pid) => memoryOf(pid, 'VmRSS');

function memoryOf(pid, kind) {
  const [, kilobytes] =
    new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

function toMs(ticks) {
  return (ticks * 1000) / TICKS_PER_SECOND;
}
