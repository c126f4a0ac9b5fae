import type { BackupName } from '../backup-name.js';
import type { RandomBytes } from '../random-bytes.js';

/** A backup that has its name: it was verified when it got it. */
export interface StoredBackup extends BackupName {
  readonly bytes: number;
  readonly verifiedAt: Date;
}

/** A verified archive on this machine's disk. */
export interface VerifiedArchive {
  readonly path: string;
  readonly bytes: number;
  /** Of the file, hex. */
  readonly sha256: string;
}

/** Where backups are kept. Errors that an operator can act on are CommandFailed. */
export interface BackupPlace {
  /** For people; without secrets. */
  readonly label: string;
  /** Backups of any server, the newest first. Files with other names do not count. */
  list(): Promise<StoredBackup[]>;
  /** Checks that the place can be used, before hours of work, and makes its folders. */
  prepare(): Promise<void>;
  /** Where an archive of this name is written before it is verified; `finish` moves or copies it from there. */
  draftPath(name: string): string;
  /** Gives a verified archive its name, under which nothing is yet. */
  finish(name: string, archive: VerifiedArchive): Promise<void>;
  open(name: string): Promise<RandomBytes>;
  remove(name: string): Promise<void>;
  /** Removes what killed processes left of this server's backups. None may be under way. */
  removeLeftovers(server: string): Promise<void>;
  close(): Promise<void>;
}
