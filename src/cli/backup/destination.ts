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

/** A new backup in a place, named by the time and the server: of two within a second, the later has the next second. */
export class PlaceDestination implements Destination {
  #name: string;

  constructor(
    private readonly place: BackupPlace,
    private readonly named: { time: Date; fingerprint: string; encrypted: boolean },
  ) {
    this.#name = this.#nameAt(0);
  }

  /** Final once it has begun. */
  get name(): string {
    return this.#name;
  }

  get label(): string {
    const { label } = this.place;
    return label.startsWith('s3://') ? `${label}/${this.#name}` : join(label, this.#name);
  }

  async begin(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK]);
    if (rows[0]?.free !== true) return false;
    await this.place.removeLeftovers(serverOf(this.named.fingerprint));
    await this.place.prepare();
    const taken = new Set((await this.place.list()).map(({ name }) => name));
    for (let seconds = 0; taken.has(this.#name); seconds++) this.#name = this.#nameAt(seconds);
    return true;
  }

  draftPath(): Promise<string> {
    return Promise.resolve(this.place.draftPath(this.#name));
  }

  finish(archive: VerifiedArchive): Promise<void> {
    return this.place.finish(this.#name, archive);
  }

  #nameAt(seconds: number): string {
    const { time, fingerprint, encrypted } = this.named;
    return backupName(new Date(time.getTime() + seconds * 1_000), fingerprint, encrypted);
  }
}
