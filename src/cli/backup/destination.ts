import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { CommandFailed } from '../failure.js';
import { backupName, serverOf } from './backup-name.js';
import type { BackupPlace, VerifiedArchive } from './places/backup-place.js';

/** First and only number of the lock that those who write into a place hold, one at a time for a database. */
const BACKUP_LOCK = 7_081_001;

/** Where an archive is written, and how it gets its name. */
export interface Destination {
  /** For people. */
  readonly label: string;
  /** Before anything is written; false where another process is writing. */
  begin(client: pg.Client): Promise<boolean>;
  draftPath(): Promise<string>;
  finish(archive: VerifiedArchive): Promise<void>;
}

/** One file of any name, replaced with `force`. Throws CommandFailed where it exists without. */
export function fileDestination(file: string, force: boolean): Destination {
  if (existsSync(file) && !force) throw new CommandFailed(`${file} exists: add --force to write over it`);
  return {
    label: file,
    begin: () => Promise.resolve(true),
    draftPath: () => Promise.resolve(`${file}.${process.pid}.part`),
    async finish({ path }) {
      await rename(path, file);
      const folder = await open(dirname(file), 'r');
      await folder.sync().finally(() => folder.close());
    },
  };
}

/** A new backup in a place, named by the time and the server. */
export function placeDestination(
  place: BackupPlace,
  { time, fingerprint, encrypted }: { time: Date; fingerprint: string; encrypted: boolean },
): Destination & { readonly name: string } {
  const name = backupName(time, fingerprint, encrypted);
  return {
    name,
    label: place.label.startsWith('s3://') ? `${place.label}/${name}` : join(place.label, name),
    async begin(client) {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK]);
      if (rows[0]?.free !== true) return false;
      await place.removeLeftovers(serverOf(fingerprint));
      return true;
    },
    draftPath: () => place.draftPath(name),
    finish: (archive) => place.finish(name, archive),
  };
}
