import { createHash } from 'node:crypto';
import { CommandFailed } from '../failure.js';

/** The format of the archive; incremented when an older Quire can no longer read it. */
export const ARCHIVE_FORMAT = 1;

export const MANIFEST_ENTRY = 'manifest.json';
export const SECRET_KEY_ENTRY = 'keys/secret-key';
export const ADMIN_TOKEN_ENTRY = 'keys/admin-token';
export const BLOBS_FOLDER = 'blobs/';

/** One table in the archive. */
export interface ArchivedTable {
  schema: string;
  name: string;
  /** In the order of the values in each row. */
  columns: string[];
  rows: number;
  /** Name of the entry with the rows, in PostgreSQL's text format of COPY. */
  entry: string;
  /** SHA-256 of the entry, hex. */
  sha256: string;
}

/** Files of pages in the archive, named by organization and hash. */
export interface ArchivedFiles {
  place: 'archive';
  count: number;
  bytes: number;
  /** Names of entries whose bytes were not those that were stored once, as the store had damaged them. */
  damaged?: string[];
}

/** The content of an archive; its last entry, so that a truncated archive has none. */
export interface Manifest {
  format: number;
  /** Version of Quire that wrote it. */
  quire: string;
  createdAt: string;
  /** Version of PostgreSQL it was read from. */
  postgres: string;
  /**
   * Public URL of the server at the time of the backup: URLs of a restored server follow QUIRE_PUBLIC_URL, not this.
   */
  publicUrl: string;
  /** Names of the applied migrations, by schema. */
  migrations: Record<string, string[]>;
  tables: ArchivedTable[];
  /** Files of pages: in the archive, named by organization and hash, or left in their bucket, or in the data folder. */
  files: ArchivedFiles | { place: 'bucket'; bucket: string; prefix: string } | { place: 'folder' };
  /**
   * `setting`: QUIRE_SECRET_KEY was set and is not in the archive. `fingerprint` shows whether another key is the same.
   */
  secretKey: { place: 'archive' | 'setting'; fingerprint: string };
  /** SHA-256 (hex) of the entries with keys, by entry name. */
  keys: Record<string, string>;
}

/** Names of entries that are not restored: their files were damaged before they were backed up. */
export function damagedFiles({ files }: Manifest): ReadonlySet<string> {
  return new Set(files.place === 'archive' ? files.damaged : []);
}

/** Identifies a key without revealing it. */
export function fingerprintOf(secretKey: Buffer): string {
  return createHash('sha256').update('quire backup key\0').update(secretKey).digest('hex').slice(0, 16);
}

/** Reads a manifest; throws CommandFailed where this Quire cannot read the archive. */
export function parseManifest(text: string): Manifest {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(text) as Partial<Manifest>;
  } catch {
    throw new CommandFailed('The archive is damaged: its manifest cannot be read');
  }
  if (typeof manifest.format !== 'number') throw new CommandFailed('This is no backup of Quire');
  if (manifest.format > ARCHIVE_FORMAT) {
    throw new CommandFailed(`The archive was written by Quire ${manifest.quire}, in a form this Quire does not know`);
  }
  const { migrations, tables, files, secretKey, keys } = manifest;
  if (!migrations || !Array.isArray(tables) || !files || !secretKey || !keys) {
    throw new CommandFailed('The archive is damaged: its manifest is not whole');
  }
  return manifest as Manifest;
}

/** Throws CommandFailed, with the differences, unless both databases have the same migrations. */
export function requireSameMigrations(archive: Manifest, here: Record<string, string[]>, version: string): void {
  const differences = [...new Set([...Object.keys(archive.migrations), ...Object.keys(here)])].flatMap((schema) => {
    const [theirs, ours] = [archive.migrations[schema] ?? [], here[schema] ?? []];
    return [
      ...theirs.filter((name) => !ours.includes(name)).map((name) => `${schema}.${name} only in the archive`),
      ...ours.filter((name) => !theirs.includes(name)).map((name) => `${schema}.${name} only here`),
    ];
  });
  if (differences.length === 0) return;
  throw new CommandFailed(
    `The archive is of Quire ${archive.quire}, whose database differs from that of this Quire (${version}): ` +
      `${differences.slice(0, 3).join(', ')}${differences.length > 3 ? ', …' : ''}. ` +
      `Restore it with Quire ${archive.quire}, then start the newer one on it.`,
  );
}
