import { createHash } from 'node:crypto';
import type pg from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Blobs } from '../../content/revisions/domain/content/blobs.js';
import { CommandFailed } from '../failure.js';
import type { Progress } from '../progress.js';
import type { ArchiveReader } from './archive-reader.js';
import { fileOf } from './files.js';
import { BLOBS_FOLDER, damagedFiles, type ArchivedTable } from './manifest.js';
import { copyIn, copyOut, quoted, type Table } from './tables.js';

/** Files stored at the same time: each waits until it is durable on the disk. */
const CONCURRENCY = 8;

/** Stores every file of the archive, but those that were damaged when it was written; complete copies that exist stay. */
export async function loadFiles(
  archive: ArchiveReader,
  blobs: Blobs,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  let [count, done] = [0, 0];
  const entries = archive.below(BLOBS_FOLDER);
  const damaged = damagedFiles(archive.manifest);
  const lane = async (): Promise<void> => {
    // All workers share one iterator: an error in one ends it for all.
    for (const { name, bytes } of entries) {
      signal.throwIfAborted();
      if (!damaged.has(name)) await loadFile(archive, blobs, name, bytes);
      count++;
      progress.update((done += bytes));
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, lane));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  const { files } = archive.manifest;
  if (files.place === 'archive' && files.count !== count) {
    throw new CommandFailed(`The archive is damaged: it holds ${count} files of ${files.count}`);
  }
}

async function loadFile(archive: ArchiveReader, blobs: Blobs, name: string, maxBytes: number): Promise<void> {
  const { organizationId, sha256 } = fileOf(name);
  if (await isWhole(blobs, organizationId, sha256)) return;
  // A store does not replace what it has under a name, even when those bytes are corrupt.
  await blobs.delete(organizationId, sha256);
  const stored = await blobs.put(organizationId, await archive.open(name), { maxBytes });
  if (stored.sha256 === sha256) return;
  await blobs.delete(organizationId, stored.sha256);
  throw new CommandFailed(`The archive is damaged: ${name} was changed`);
}

async function isWhole(blobs: Blobs, organizationId: string, sha256: string): Promise<boolean> {
  if (!(await blobs.has(organizationId, sha256))) return false;
  const hash = createHash('sha256');
  for await (const chunk of await blobs.open(organizationId, sha256)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}

/**
 * Replaces all rows of the tables in one transaction, and checks every entry against its hash and every table against
 * its count. Changes nothing on an error.
 */
export async function loadTables(
  client: pg.Client,
  archive: ArchiveReader,
  tables: readonly Table[],
  signal: AbortSignal,
): Promise<void> {
  requireSameTables(archive.manifest.tables, tables);
  await client.query('begin');
  // Rows are restored unchanged: triggers must not derive anything from them, and that of the audit trail must not
  // refuse them.
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
  await client.query(`truncate ${tables.map(quoted).join(', ')}`);
  for (const table of archive.manifest.tables) {
    signal.throwIfAborted();
    const rows = client.query(from(copyIn(table)));
    await archive.pass(table.entry, table.sha256, rows);
    if (rows.rowCount !== table.rows) {
      throw new CommandFailed(`The archive is damaged: ${table.entry} has ${rows.rowCount} rows, not ${table.rows}`);
    }
    await setSequences(client, table);
  }
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
  await client.query('commit');
  // Without statistics the first queries are planned as if the tables were empty.
  for (const table of tables) await client.query(`analyze ${quoted(table)}`);
}

/** Reads the tables back, and throws CommandFailed for one whose rows are not those of the archive. */
export async function requireLoaded(client: pg.Client, tables: readonly ArchivedTable[]): Promise<void> {
  // Rows come in the order in which they were loaded.
  await client.query('set max_parallel_workers_per_gather to 0');
  await client.query('set synchronize_seqscans to off');
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const chunk of client.query(to(copyOut(table)))) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== table.sha256)
      throw new CommandFailed(`${table.schema}.${table.name} does not read as it was written`);
  }
}

/** Sets sequences to continue after the restored numbers. */
async function setSequences(client: pg.Client, table: Table): Promise<void> {
  for (const column of table.columns) {
    const { rows } = await client.query<{ sequence: string | null }>(
      'select pg_get_serial_sequence($1, $2) as sequence',
      [quoted(table), column],
    );
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    const name = escapeLiteral(sequence);
    const highest = `(select max(${escapeIdentifier(column)}) from ${quoted(table)})`;
    await client.query(`select setval(${name}, coalesce(${highest}, 1), ${highest} is not null)`);
  }
}

function requireSameTables(archived: readonly ArchivedTable[], here: readonly Table[]): void {
  const form = ({ schema, name, columns }: Table): string => JSON.stringify([schema, name, [...columns].sort()]);
  const known = new Set(here.map(form));
  const same = archived.length === here.length && archived.every((table) => known.has(form(table)));
  if (!same) throw new CommandFailed('The tables in the archive are not those of this database');
}
