import { resolve } from 'node:path';
import { Command } from 'commander';
import type pg from 'pg';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { extentOf } from '#kernel/infrastructure/distribution/table-kinds';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { BUILD } from '../../build.js';
import { openBlobs } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { openDatabaseServer } from '../../database.js';
import { ArchiveReader } from '../backup/archive-reader.js';
import { requireNoServer, withConnection } from '../backup/connection.js';
import { loadFiles, loadTables } from '../backup/load-backup.js';
import { requireSameMigrations } from '../backup/manifest.js';
import { readKeys, requireKey } from '../backup/place-keys.js';
import { firstNonEmpty, migrationsOf, tablesOf } from '../backup/tables.js';
import { SCHEMAS } from '../backup/write-backup.js';
import { CommandFailed } from '../failure.js';
import { showBytes } from '../progress.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

/** `quire restore`: restores a backup into an empty database, or replaces what another contains. */
export function restoreCommand(terminal: Terminal, act: Act): Command {
  return new Command('restore')
    .description('bring back what backup wrote; the server must not run')
    .argument('<file>', 'the archive')
    .option('--force', 'replace everything the database holds')
    .action((file: string, options: { force?: boolean }) =>
      act(restore(terminal, resolve(file), options.force === true)),
    );
}

async function restore(terminal: Terminal, file: string, force: boolean): Promise<void> {
  const settings = readSettings(terminal.env);
  const archive = await ArchiveReader.open(file);
  try {
    requireOurMigrations(archive);
    requireKey(archive.manifest, settings);
    const database = await openDatabaseServer(settings, (line) => inform(terminal, line));
    try {
      await withConnection(database.url, async (client) => {
        await requireNoServer(client);
        await requireWhole(client);
        await requireEmpty(client, force);
        await migrate(database.url, MIGRATIONS);
        requireSameMigrations(archive.manifest, await migrationsOf(client, SCHEMAS), BUILD.version);
        await load(terminal, client, archive, settings);
      });
    } finally {
      await database.stop();
    }
    const rows = archive.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    print(terminal, `Restored ${rows} rows of ${archive.manifest.tables.length} tables from ${file}`);
    const { files } = archive.manifest;
    if (files.place === 'bucket') {
      inform(terminal, `The files are in the bucket ${files.bucket}: QUIRE_S3_BUCKET must name it, or a copy`);
    }
  } finally {
    archive.close();
  }
}

/** Runs before anything is changed; the job queue's own migrations are compared when it exists. */
function requireOurMigrations({ manifest }: ArchiveReader): void {
  const ours = Object.fromEntries(
    MIGRATIONS.map(({ schema, migrations }) => [schema, migrations.map((each) => new each().name ?? each.name)]),
  );
  const migrations = Object.fromEntries(Object.entries(manifest.migrations).filter(([schema]) => schema in ours));
  requireSameMigrations({ ...manifest, migrations }, ours, BUILD.version);
}

/** A backup is restored into one database, which may be distributed then. */
async function requireWhole(client: pg.Client): Promise<void> {
  if ((await extentOf(client, MIGRATIONS)) === 'nothing') return;
  throw new CommandFailed(
    'The database is distributed between nodes: restore into a new one on the same nodes, then run quire distribute',
  );
}

async function requireEmpty(client: pg.Client, force: boolean): Promise<void> {
  if (force) return;
  const table = await firstNonEmpty(client, await tablesOf(client, SCHEMAS));
  if (table === undefined) return;
  throw new CommandFailed(
    `The database is not empty (${table.schema}.${table.name}): add --force to replace everything it holds`,
  );
}

/** Files first: they are harmless if the rest fails, and no row ever names a missing one. */
async function load(terminal: Terminal, client: pg.Client, archive: ArchiveReader, settings: Settings): Promise<void> {
  const placeKeys = await readKeys(archive, settings);
  const { files } = archive.manifest;
  const progress = showBytes(terminal, 'Files', files.place === 'archive' ? files.bytes : 0);
  try {
    await loadFiles(archive, await openBlobs(settings), progress, terminal.signal);
  } finally {
    progress.end();
  }
  inform(terminal, 'Filling the database …');
  await loadTables(client, archive, await tablesOf(client, SCHEMAS), terminal.signal);
  await placeKeys();
}
