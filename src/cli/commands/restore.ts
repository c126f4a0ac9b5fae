import { Command } from 'commander';
import type pg from 'pg';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { extentOf } from '#kernel/infrastructure/distribution/table-kinds';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { BUILD } from '../../build.js';
import { openBlobs } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { openDatabaseServer } from '../../database.js';
import type { Ownership } from '../../content/revisions/infrastructure/blobs/store-mark.js';
import type { ArchiveReader } from '../backup/archive-reader.js';
import { requireNoServer, withConnection } from '../backup/connection.js';
import { faultsOf } from '../backup/check-archive.js';
import { loadFiles, loadTables } from '../backup/load-backup.js';
import { damagedFiles, requireSameMigrations, type Manifest } from '../backup/manifest.js';
import { openArchive } from '../backup/open-archive.js';
import { readKeys, requireKey } from '../backup/place-keys.js';
import { rowsOf, summaryOf } from '../backup/summary.js';
import { firstNonEmpty, migrationsOf, tablesOf } from '../backup/tables.js';
import { SCHEMAS } from '../backup/write-backup.js';
import { storeOwner } from '../checks/store-owner.js';
import { CommandFailed, UsageInvalid } from '../failure.js';
import { showBytes } from '../progress.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

/** `quire restore`: restores a backup into an empty database, or replaces what another contains. */
export function restoreCommand(terminal: Terminal, act: Act): Command {
  return new Command('restore')
    .description('bring back what backup wrote; the server must not run')
    .argument('[file]', 'the archive: a file, or s3://bucket/prefix/name')
    .option('--from <file>', 'the same')
    .option('--force', 'replace everything the database holds')
    .option('--identity-file <file>', 'private keys of age, for an archive that is encrypted')
    .option(
      '--check',
      'read the archive to its end and say whether it is whole; change nothing, with the server running',
    )
    .action((file: string | undefined, options: Options) =>
      act(
        options.check === true ? checkBackup(terminal, named(file, options)) : restore(terminal, named(file, options)),
      ),
    );
}

interface Options {
  from?: string;
  force?: boolean;
  identityFile?: string;
  check?: boolean;
}

interface Named {
  file: string;
  identityFile: string | undefined;
  force: boolean;
}

function named(file: string | undefined, { from, identityFile, force = false }: Options): Named {
  const found = file ?? from;
  if (found === undefined || (file !== undefined && from !== undefined))
    throw new UsageInvalid('Name one archive: a file, or s3://bucket/prefix/name');
  return { file: found, identityFile, force };
}

async function restore(terminal: Terminal, { file, identityFile, force }: Named): Promise<void> {
  const settings = readSettings(terminal.env);
  const { archive, close } = await openArchive(file, identityFile, settings);
  try {
    requireOurMigrations(archive);
    requireKey(archive.manifest, settings);
    let owner: Ownership | undefined;
    const database = await openDatabaseServer(settings, (line) => inform(terminal, line));
    try {
      await withConnection(database.url, async (client) => {
        await requireNoServer(client);
        await requireWhole(client);
        await requireEmpty(client, force);
        await migrate(database.url, MIGRATIONS);
        requireSameMigrations(archive.manifest, await migrationsOf(client, SCHEMAS), BUILD.version);
        await load(terminal, client, archive, settings);
        owner = await storeOwner(client, settings);
      });
    } finally {
      await database.stop();
    }
    print(terminal, `Restored ${rowsOf(archive.manifest.tables)} from ${file}`);
    warnOfFiles(terminal, archive.manifest);
    if (owner !== 'own' && owner !== 'unmarked') inform(terminal, OF_ANOTHER);
  } finally {
    await close();
  }
}

const OF_ANOTHER = `The files are in a store that another database has used, so no unused ones are deleted. If that database is
gone for good, run quire storage claim. If it goes on, use another bucket, prefix or folder here.`;

/** What a restore would find, apart from the database. */
async function checkBackup(terminal: Terminal, { file, identityFile }: Named): Promise<void> {
  const settings = readSettings(terminal.env);
  const { archive, close } = await openArchive(file, identityFile, settings);
  const progress = showBytes(terminal, 'Reading');
  try {
    requireOurMigrations(archive);
    requireKey(archive.manifest, settings);
    const [fault, ...others] = await faultsOf(archive, progress, terminal.signal);
    if (fault !== undefined) throw new CommandFailed([fault, ...others].join('\n'));
  } finally {
    progress.end();
    await close();
  }
  const { manifest } = archive;
  const { quire, createdAt } = manifest;
  print(terminal, `${file} is whole: ${summaryOf(manifest)}, of Quire ${quire} at ${createdAt}`);
  warnOfFiles(terminal, manifest);
}

function warnOfFiles(terminal: Terminal, manifest: Manifest): void {
  const { files } = manifest;
  if (files.place === 'bucket')
    inform(terminal, `The files are in the bucket ${files.bucket}: QUIRE_S3_BUCKET must name it, or a copy`);
  if (files.place === 'folder')
    inform(terminal, 'The archive has no files: QUIRE_DATA_DIR must be the folder that it was made in, or a copy');
  const { size } = damagedFiles(manifest);
  if (size > 0) inform(terminal, `${size} files were damaged before the backup was written, and are not restored`);
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
