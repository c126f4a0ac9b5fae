/** A backup in a place of backups, as its name says. */
export interface BackupName {
  readonly name: string;
  /** When it was begun. */
  readonly time: Date;
  /** The first characters of its server's key (`fingerprintOf`). */
  readonly server: string;
}

const NAME = /^quire-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8})\.zip(?:\.age)?$/;
/** Of an archive that is not verified yet, with the process that writes it. */
const DRAFT = /^(quire-\d{8}T\d{6}Z-[0-9a-f]{8}\.zip(?:\.age)?)\.\d+\.part$/;
const SERVER_DIGITS = 8;

/** `quire-20260131T020000Z-1a2b3c4d.zip`, with `.age` where it is encrypted. */
export function backupName(time: Date, fingerprint: string, encrypted: boolean): string {
  const digits = time.toISOString().replace(/[-:]|\.\d+/g, '');
  return `quire-${digits}-${serverOf(fingerprint)}.zip${encrypted ? '.age' : ''}`;
}

/** The part of names by which servers know their own backups. */
export function serverOf(fingerprint: string): string {
  return fingerprint.slice(0, SERVER_DIGITS);
}

/** Undefined for a name of another form. */
export function parseBackupName(name: string): BackupName | undefined {
  const [, year, month, day, hour, minute, second, server] = NAME.exec(name) ?? [];
  if (server === undefined) return undefined;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : { name, time, server };
}

/** The backup that a draft would become. */
export function parseDraftName(name: string): BackupName | undefined {
  const [, backup] = DRAFT.exec(name) ?? [];
  return backup === undefined ? undefined : parseBackupName(backup);
}
