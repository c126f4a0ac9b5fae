import { notKept, type RotationRule } from '#kernel/domain/rotation';
import { print, type Terminal } from '../terminal.js';
import { serverOf } from './backup-name.js';
import type { BackupPlace } from './places/backup-place.js';

/** Removes the backups of this server that no rule keeps. Those of others, and files with other names, are left. */
export async function rotate(
  place: BackupPlace,
  fingerprint: string,
  rules: readonly RotationRule[],
  terminal: Terminal,
): Promise<void> {
  const own = (await place.list()).filter(({ server }) => server === serverOf(fingerprint));
  const removed = notKept(own, rules);
  for (const { name } of removed) await place.remove(name);
  if (removed.length > 0)
    print(terminal, `Removed ${removed.length} older backups; ${own.length - removed.length} are kept`);
}
