import { existsSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, PostgresUnavailable } from './errors.js';

/**
 * The folders of one installation's clusters, beside each other:
 * `cluster` the one in use, `cluster-17` one that was replaced, `cluster-18.new` one that is being filled.
 */
export const CLUSTER = 'cluster';
const VERSION_FILE = 'PG_VERSION';

export const filledName = (major: string): string => `${CLUSTER}-${major}.new`;
const readyName = (major: string): string => `${CLUSTER}-${major}.ready`;
const replacedName = (major: string): string => `${CLUSTER}-${major}`;

/** What a start has to do. */
export type Step =
  | { do: 'nothing' }
  /** Everything was done but the last rename. */
  | { do: 'finish' }
  | { do: 'upgrade'; from: string }
  | { do: 'refuse'; newer: string };

export interface Found {
  /** The major version of the cluster in use; undefined where there is none. */
  cluster: string | undefined;
  /** Whether one of our version is complete and waits for its name. */
  ready: boolean;
}

/**
 * Decides from what is on the disk, whenever a process before this one was killed. As long as the older cluster has its
 * name it counts: what was made beside it may lack what was written since.
 */
export function stepFor({ cluster, ready }: Found, ours: string): Step {
  if (cluster === undefined) return ready ? { do: 'finish' } : { do: 'nothing' };
  if (cluster === ours) return { do: 'nothing' };
  return Number(cluster) < Number(ours) ? { do: 'upgrade', from: cluster } : { do: 'refuse', newer: cluster };
}

/** The major version of the cluster in a folder; undefined where there is none. */
export function majorOf(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, VERSION_FILE), 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

export function foundIn(parent: string, ours: string): Found {
  return { cluster: majorOf(join(parent, CLUSTER)), ready: existsSync(join(parent, readyName(ours))) };
}

/** Gives a complete cluster its name, where the one before has lost it already. Several processes may do so at once. */
export function finishSwap(parent: string, ours: string): void {
  if (stepFor(foundIn(parent, ours), ours).do !== 'finish') return;
  rename(parent, readyName(ours), CLUSTER);
}

/** Removes what an upgrade left that was given up. No server may run on it. */
export function removeUnfinished(parent: string, ours: string): void {
  for (const name of [filledName(ours), readyName(ours)]) rmSync(join(parent, name), { recursive: true, force: true });
}

/** Where the older cluster is kept; throws PostgresUnavailable where one is kept already. */
export function requireNotKept(parent: string, from: string): string {
  const kept = join(parent, replacedName(from));
  if (!existsSync(kept)) return kept;
  throw new PostgresUnavailable(`${kept} exists, from an upgrade before: move or remove it, and start again`);
}

/**
 * Puts the filled cluster in the place of the older one, which is kept; returns the folder of the older one. Neither
 * may have a server. Each rename is on the disk before the next, so that `stepFor` knows what to do after any of them.
 */
export function swap(parent: string, from: string, to: string): string {
  const kept = requireNotKept(parent, from);
  rename(parent, filledName(to), readyName(to));
  rename(parent, CLUSTER, replacedName(from));
  rename(parent, readyName(to), CLUSTER);
  return kept;
}

/** A name that is gone was renamed by another process that finishes the same. */
function rename(parent: string, from: string, to: string): void {
  try {
    renameSync(join(parent, from), join(parent, to));
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || !existsSync(join(parent, to))) throw error;
  }
  const folder = openSync(parent, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
