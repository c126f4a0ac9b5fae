/** Which processor runs what: the server alone on one, the load and the database on the others. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { childrenOf } from './process-time.mjs';

const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['--version']).status === 0;

/** In words, for the report. */
export const pinning = canPin
  ? 'server on processor 0, load and database on the others'
  : 'not pinned: taskset or a second processor is missing';

export function pinServer(pid) {
  pin(pid, '0');
}

export function pinBeside(pid) {
  pin(pid, `1-${cpus().length - 1}`);
}

export function pinDatabase(postmaster) {
  for (const pid of [postmaster, ...childrenOf(postmaster)]) pinBeside(pid);
}

function pin(pid, processors) {
  // A process may end while it is looked at; then there is nothing to pin.
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)]);
}
