import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import { secretKeyOf } from '#kernel/infrastructure/secret-key';
import type { Settings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { BUILD } from '../../build.js';
import { BlobMissing } from '../../content/revisions/domain/content/blobs.js';
import { openBlobs } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { CommandFailed } from '../failure.js';
import type { Progress } from '../progress.js';
import { counted } from '../transfer/counted.js';
import type { ArchiveWriter } from './archive-writer.js';
import { entryOf, knownFiles } from './files.js';
import {
  ADMIN_TOKEN_ENTRY,
  ARCHIVE_FORMAT,
  fingerprintOf,
  MANIFEST_ENTRY,
  SECRET_KEY_ENTRY,
  type ArchivedTable,
  type Manifest,
} from './manifest.js';
import { copyOut, migrationsOf, QUEUE_SCHEMA, tablesOf } from './tables.js';

export const SCHEMAS = [...MIGRATIONS.map(({ schema }) => schema), QUEUE_SCHEMA];

export interface Backup {
  manifest: Manifest;
  /** Names of files in the database that the store lacks, or whose bytes differ from those that were stored. */
  damaged: string[];
}

/**
 * Writes a consistent snapshot into the archive: all tables are read in one transaction that sees no later change. Files
 * in the data folder may be left out, where only the database is going to be replaced.
 */
export async function writeBackup(
  client: pg.Client,
  archive: ArchiveWriter,
  settings: Settings,
  progress: Progress,
  signal: AbortSignal,
  withFiles = true,
): Promise<Backup> {
  const meter = new Meter(progress, signal);
  await client.query('begin transaction isolation level repeatable read, read only');
  const migrations = await migrationsOf(client, SCHEMAS);
  if (Object.keys(migrations).length === 0) throw new CommandFailed('The database holds nothing of Quire yet');
  const { rows: versions } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const tables: ArchivedTable[] = [];
  for (const table of await tablesOf(client, SCHEMAS)) {
    const rows = client.query(to(copyOut(table)));
    const entry = `tables/${table.schema}.${table.name}.copy`;
    const { sha256 } = await archive.add(entry, meter.count(rows), { compress: true });
    tables.push({ ...table, rows: rows.rowCount, entry, sha256 });
  }
  const damaged: string[] = [];
  const files: Manifest['files'] =
    withFiles || settings.s3 ? await writeFiles(client, archive, settings, meter, damaged) : { place: 'folder' };
  await client.query('commit');
  const { secretKey, keys } = await writeKeys(archive, settings);
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    quire: BUILD.version,
    createdAt: new Date().toISOString(),
    postgres: versions[0]?.version ?? '',
    publicUrl: settings.publicUrl,
    migrations,
    tables,
    files,
    secretKey,
    keys,
  };
  await archive.add(MANIFEST_ENTRY, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`), { compress: true });
  return { manifest, damaged };
}

async function writeFiles(
  client: pg.Client,
  archive: ArchiveWriter,
  settings: Settings,
  meter: Meter,
  damaged: string[],
): Promise<Manifest['files']> {
  if (settings.s3) return { place: 'bucket', bucket: settings.s3.bucket, prefix: settings.s3.prefix };
  const blobs = await openBlobs(settings);
  let [count, bytes] = [0, 0];
  const changed: string[] = [];
  for await (const file of knownFiles(client)) {
    const content = await blobs.open(file.organizationId, file.sha256).catch((error: unknown) => {
      if (error instanceof BlobMissing) return undefined;
      throw error;
    });
    if (content === undefined) {
      damaged.push(`${file.sha256} (missing)`);
      continue;
    }
    const written = await archive.add(entryOf(file), meter.count(content), { compress: false });
    if (written.sha256 !== file.sha256) {
      damaged.push(`${file.sha256} (changed)`);
      changed.push(entryOf(file));
    }
    count++;
    bytes += written.bytes;
  }
  return { place: 'archive', count, bytes, ...(changed.length > 0 && { damaged: changed }) };
}

async function writeKeys(archive: ArchiveWriter, settings: Settings): Promise<Pick<Manifest, 'secretKey' | 'keys'>> {
  const keys: Record<string, string> = {};
  const fingerprint = fingerprintOf(secretKeyOf(settings));
  const inArchive = settings.secretKey === undefined;
  const wanted = [...(inArchive ? [[SECRET_KEY_ENTRY, 'secret-key']] : []), [ADMIN_TOKEN_ENTRY, 'admin-token']];
  for (const [entry = '', name = ''] of wanted) {
    const content = await readFile(join(settings.dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (content) keys[entry] = (await archive.add(entry, content, { compress: false })).sha256;
  }
  return { secretKey: { place: inArchive ? 'archive' : 'setting', fingerprint }, keys };
}

/** Counts the bytes of consecutive streams into one progress; the signal aborts the current one. */
class Meter {
  #before = 0;
  #now = 0;

  constructor(
    private readonly progress: Progress,
    private readonly signal: AbortSignal,
  ) {}

  count(source: Readable): Readable {
    this.signal.throwIfAborted();
    this.#before += this.#now;
    this.#now = 0;
    addAbortSignal(this.signal, source);
    return counted(source, {
      update: (bytes) => {
        this.#now = bytes;
        this.progress.update(this.#before + bytes);
      },
      end: () => undefined,
    });
  }
}
