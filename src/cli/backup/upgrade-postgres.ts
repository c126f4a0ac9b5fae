import { rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { requireKnownKey } from '#kernel/infrastructure/database/known-key';
import { migrate } from '#kernel/infrastructure/database/migrator';
import type { Settings } from '#kernel/infrastructure/settings';
import {
  filledName,
  majorOf,
  olderBinaries,
  removeUnfinished,
  requireNotKept,
  startPostgres,
  swap,
} from '#postgres-server';
import { MIGRATIONS } from '../../app.module.js';
import { BUILD } from '../../build.js';
import { CommandEnded, CommandFailed } from '../failure.js';
import { showBytes } from '../progress.js';
import { inform, readableBytes, type Terminal } from '../terminal.js';
import { ArchiveReader } from './archive-reader.js';
import { requireNoServer, withConnection } from './connection.js';
import { fileDestination } from './destination.js';
import { loadTables, requireLoaded } from './load-backup.js';
import { makeArchive } from './make-archive.js';
import { requireSameMigrations, type Manifest } from './manifest.js';
import { FileBytes } from './random-bytes.js';
import { summaryOf } from './summary.js';
import { migrationsOf, tablesOf } from './tables.js';
import { SCHEMAS } from './write-backup.js';

const UPGRADE_LOCK = 7_081_002;
/** Of the size of the database: the archive, and the database once more. */
const ROOM = 2;

interface Versions {
  from: string;
  to: string;
}

/**
 * Makes a backup of the older database, which is only read, fills a new one beside it with the same migrations, reads it
 * back, and puts it in the place of the older one. Killed at any moment, the older one or the complete new one has the
 * name by which a start finds it. Returns where the older one is then, and the backup.
 */
export async function upgradePostgres(
  settings: Settings,
  clusters: string,
  { from, to }: Versions,
  terminal: Terminal,
): Promise<{ kept: string; archive: string }> {
  const { dataDir } = settings;
  const log = (line: string): void => inform(terminal, line);
  log(`The database was made by PostgreSQL ${from}, and this Quire has ${to}: it is upgraded now`);
  requireNotKept(clusters, from);
  const binaries = await olderBinaries(from, join(dataDir, 'postgres', 'programs'), log);
  const archive = join(dataDir, `before-postgresql-${to}.zip`);
  const older = await startPostgres({ dataDir, binaries, log });
  let kept: string | undefined;
  try {
    await withConnection(older.url, async (client) => {
      await requireAlone(client);
      await requireKnownKey(client, settings, MIGRATIONS);
      await requireRoom(client, clusters);
      await removeLeft(dataDir, clusters, to);
      log(`1 of 4: a backup of the database into ${archive}`);
      const { manifest } = await makeArchive(client, fileDestination(archive, true), {
        settings,
        recipients: [],
        withFiles: false,
        signal: terminal.signal,
        show: (label) => showBytes(terminal, label),
      });
      log(`2 of 4: a database of PostgreSQL ${to} beside it, with ${summaryOf(manifest)}`);
      await fill(dataDir, { archive, to, log }, terminal.signal);
    });
    if (terminal.signal.aborted) throw new CommandEnded();
    log('4 of 4: the new database takes the place of the older one');
    await older.stop(() => (kept = swap(clusters, from, to)));
  } finally {
    await older.stop();
  }
  rmSync(join(dataDir, 'postgres', `users-of-${filledName(to)}`), { recursive: true, force: true });
  if (kept !== undefined) return { kept, archive };
  throw new CommandFailed('Another process uses the database: end all others on this QUIRE_DATA_DIR, and start again');
}

/** Fills the new cluster from the archive. Its server has ended afterwards: everything is on the disk. */
async function fill(
  dataDir: string,
  { archive: path, to, log }: { archive: string; to: string; log(line: string): void },
  signal: AbortSignal,
): Promise<void> {
  const archive = await ArchiveReader.open(await FileBytes.open(path));
  try {
    const fresh = await startPostgres({ dataDir, cluster: filledName(to), log });
    try {
      const { manifest } = archive;
      await migrate(fresh.url, migrationsIn(manifest));
      await withConnection(fresh.url, async (client) => {
        requireSameMigrations(manifest, await migrationsOf(client, SCHEMAS), BUILD.version);
        await loadTables(client, archive, await tablesOf(client, SCHEMAS), signal);
        log('3 of 4: every table of the new database is read back, and compared with the backup');
        await requireLoaded(client, manifest.tables);
      });
    } finally {
      await fresh.stop();
    }
  } finally {
    await archive.close();
  }
}

/** Those that the older database has: the start applies the others afterwards, as to any database. */
function migrationsIn({ migrations: applied }: Manifest): typeof MIGRATIONS {
  return MIGRATIONS.flatMap((context) => {
    const names = applied[context.schema];
    if (names === undefined) return [];
    const known = context.migrations.filter((each) => names.includes(new each().name ?? each.name));
    return [{ ...context, migrations: known }];
  });
}

async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [UPGRADE_LOCK]);
  if (rows[0]?.free !== true)
    throw new CommandFailed('Another process is upgrading this database: wait until it is done');
  await requireNoServer(client);
}

async function requireRoom(client: pg.Client, clusters: string): Promise<void> {
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  const { bavail, bsize } = await statfs(clusters);
  const needed = (rows[0]?.bytes ?? 0) * ROOM;
  if (bavail * bsize < needed)
    throw new CommandFailed(
      `The upgrade needs ${readableBytes(needed)} at ${clusters}, where ${readableBytes(bavail * bsize)} are free: make room. Nothing was changed`,
    );
}

/** What a killed upgrade left beside the older database: its server may still run. */
async function removeLeft(dataDir: string, clusters: string, to: string): Promise<void> {
  if (majorOf(join(clusters, filledName(to))) !== undefined) {
    const left = await startPostgres({ dataDir, cluster: filledName(to) });
    await left.stop();
  }
  removeUnfinished(clusters, to);
}
