import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { requireKnownKey } from '#kernel/infrastructure/database/known-key';
import { extentOf } from '#kernel/infrastructure/distribution/table-kinds';
import { readSettings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { openDatabaseServer } from '../../database.js';
import { ArchiveReader } from '../backup/archive-reader.js';
import { ArchiveWriter } from '../backup/archive-writer.js';
import { faultsOf } from '../backup/check-archive.js';
import { requireNoServer, withConnection } from '../backup/connection.js';
import { summaryOf } from '../backup/summary.js';
import { writeBackup, type Backup } from '../backup/write-backup.js';
import { CommandFailed } from '../failure.js';
import { showBytes } from '../progress.js';
import { print, inform, type Act, type Terminal } from '../terminal.js';

const SHOWN = 10;

/** `quire backup`: a snapshot of database, files and keys in one archive; the server may run meanwhile. */
export function backupCommand(terminal: Terminal, act: Act): Command {
  return new Command('backup')
    .description('write database, files and keys into one archive; the server may go on running')
    .argument('<file>', 'the archive to write, a zip file; it holds secrets and is readable by its owner only')
    .option('--force', 'write over a file that exists')
    .action((file: string, options: { force?: boolean }) =>
      act(backup(terminal, resolve(file), options.force === true)),
    );
}

async function backup(terminal: Terminal, file: string, force: boolean): Promise<number> {
  if (existsSync(file) && !force) throw new CommandFailed(`${file} exists: add --force to write over it`);
  const settings = readSettings(terminal.env);
  const archive = await ArchiveWriter.create(file);
  try {
    const database = await openDatabaseServer(settings, (line) => inform(terminal, line));
    try {
      const progress = showBytes(terminal, 'Writing');
      const done = await withConnection(database.url, async (client) => {
        await requireKnownKey(client, settings, MIGRATIONS);
        // The nodes of a distributed database are not read as of one moment.
        if ((await extentOf(client, MIGRATIONS)) !== 'nothing') await requireNoServer(client);
        return writeBackup(client, archive, settings, progress, terminal.signal);
      }).finally(() => progress.end());
      await archive.finish((draft) => requireWhole(terminal, draft));
      return report(terminal, file, done);
    } finally {
      await database.stop();
    }
  } finally {
    await archive.discard();
  }
}

/** Reads what was written. */
async function requireWhole(terminal: Terminal, draft: string): Promise<void> {
  const archive = await ArchiveReader.open(draft);
  const progress = showBytes(terminal, 'Verifying');
  try {
    const [fault] = await faultsOf(archive, progress, terminal.signal);
    if (fault !== undefined) throw new CommandFailed(`${fault}: it was not kept, and the one before was left`);
  } finally {
    progress.end();
    archive.close();
  }
}

function report(terminal: Terminal, file: string, { manifest, damaged }: Backup): number {
  const { files } = manifest;
  print(terminal, `Wrote ${file}: ${summaryOf(manifest)}`);
  if (files.place === 'bucket') inform(terminal, `The files stay in the bucket ${files.bucket}: look after them there`);
  if (manifest.secretKey.place === 'setting')
    inform(terminal, 'QUIRE_SECRET_KEY is not in the archive: keep it elsewhere');
  if (damaged.length === 0) return 0;
  inform(terminal, `${damaged.length} files of the content are damaged in the store; all else is in the archive:`);
  for (const name of damaged.slice(0, SHOWN)) inform(terminal, `  ${name}`);
  if (damaged.length > SHOWN) inform(terminal, `  and ${damaged.length - SHOWN} more`);
  return 1;
}
