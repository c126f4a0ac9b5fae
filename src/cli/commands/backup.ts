import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type pg from 'pg';
import { NOTE_GOOD_BACKUP } from '#kernel/infrastructure/backups/backup-state';
import { requireKnownKey } from '#kernel/infrastructure/database/known-key';
import { extentOf } from '#kernel/infrastructure/distribution/table-kinds';
import { existingKey } from '#kernel/infrastructure/secret-key';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { openDatabaseServer } from '../../database.js';
import { requireNoServer, withConnection } from '../backup/connection.js';
import { fileDestination, PlaceDestination, type Destination } from '../backup/destination.js';
import { readRecipients, requireRecipients } from '../backup/encryption.js';
import { makeArchive } from '../backup/make-archive.js';
import { fingerprintOf } from '../backup/manifest.js';
import { placeAt } from '../backup/open-archive.js';
import type { BackupPlace } from '../backup/places/backup-place.js';
import { openPlace } from '../backup/places/open-place.js';
import { rotate } from '../backup/rotate.js';
import { summaryOf } from '../backup/summary.js';
import type { Backup } from '../backup/write-backup.js';
import { CommandFailed, UsageInvalid } from '../failure.js';
import { untilInputEnds } from '../input-end.js';
import { NO_PROGRESS, showBytes } from '../progress.js';
import { inform, print, readableBytes, type Act, type Terminal } from '../terminal.js';

const SHOWN = 10;

interface Options {
  to?: string;
  force?: boolean;
  keyFile?: string;
  rotate?: boolean;
  scheduled?: boolean;
}

/** `quire backup`: a snapshot of database, files and keys in one archive; the server may run meanwhile. */
export function backupCommand(terminal: Terminal, act: Act): Command {
  return new Command('backup')
    .description('write database, files and keys into one archive; the server may go on running')
    .argument('[file]', 'the archive to write, a zip file; it holds secrets and is readable by its owner only')
    .option(
      '--to <place>',
      'instead of a file: the folder or s3://bucket/prefix to write one into that has its time as its name; by default QUIRE_BACKUP_TO',
    )
    .option('--force', 'write over a file that exists')
    .option('--key-file <file>', 'encrypt it for the public keys of age in this file, instead of QUIRE_BACKUP_KEY')
    .option('--rotate', 'then remove what QUIRE_BACKUP_KEEP does not keep')
    .addOption(new Option('--scheduled', 'as the schedule runs it: ends with its input').hideHelp())
    .action((file: string | undefined, options: Options) =>
      act(options.scheduled === true ? scheduled(terminal) : backup(terminal, file, options)),
    );
}

/** Where another process is writing one, this one is not needed. */
const scheduled = (terminal: Terminal): Promise<number> =>
  untilInputEnds(terminal, (ending) => backup(ending, undefined, { rotate: true, scheduled: true }));

async function backup(terminal: Terminal, file: string | undefined, options: Options): Promise<number> {
  const settings = readSettings(terminal.env);
  const keys = options.keyFile === undefined ? undefined : await readRecipients(resolve(options.keyFile));
  const recipients = keys ?? settings.backup.recipients;
  if (recipients.length > 0) await requireRecipients(recipients);
  if (file !== undefined) {
    if (options.to !== undefined || options.rotate === true)
      throw new UsageInvalid('A file goes without --to and --rotate, which are about a place of backups');
    return write(terminal, fileDestination(resolve(file), options.force === true), { settings, recipients });
  }
  const place = await placeOf(options.to, settings);
  try {
    // Where there is no key, the backup is refused later on.
    const fingerprint = fingerprintOf(existingKey(settings) ?? Buffer.alloc(0));
    const named = { time: new Date(), fingerprint, encrypted: recipients.length > 0 };
    const destination = new PlaceDestination(place, named);
    const after = async (client: pg.Client, bytes: number): Promise<void> => {
      if (await isConfigured(place, settings)) await noteGood(client, destination.name, bytes);
      if (options.rotate === true) await rotate(place, fingerprint, settings.backup.keep, terminal);
    };
    const quiet = options.scheduled === true;
    return await write(terminal, destination, { settings, recipients, after, quiet });
  } finally {
    await place.close();
  }
}

interface Writing {
  settings: Settings;
  recipients: readonly string[];
  /** As the schedule runs it. */
  quiet?: boolean;
  after?(client: pg.Client, bytes: number): Promise<void>;
}

async function write(terminal: Terminal, destination: Destination, writing: Writing): Promise<number> {
  const { settings, recipients, quiet = false, after } = writing;
  const database = await openDatabaseServer(settings, (line) => inform(terminal, line));
  try {
    return await withConnection(database.url, async (client) => {
      if (!(await destination.begin(client))) {
        if (!quiet) throw new CommandFailed('Another backup of this server is being written: wait until it is done');
        print(terminal, 'Another process is writing a backup: this one is not needed');
        return 0;
      }
      await requireKnownKey(client, settings, MIGRATIONS);
      // The nodes of a distributed database are not read as of one moment.
      if ((await extentOf(client, MIGRATIONS)) !== 'nothing') await requireNoServer(client);
      const done = await makeArchive(client, destination, {
        settings,
        recipients,
        signal: terminal.signal,
        show: (label) => (quiet ? NO_PROGRESS : showBytes(terminal, label)),
      });
      const code = report(terminal, destination.label, done, { recipients, quiet });
      await after?.(client, done.bytes);
      // The schedule does not try again for files that the store has damaged: the backup is good for all others.
      return quiet ? 0 : code;
    });
  } finally {
    await database.stop();
  }
}

async function placeOf(to: string | undefined, settings: Settings): Promise<BackupPlace> {
  if (to !== undefined) return placeAt(to, settings);
  if (settings.backup.to === undefined)
    throw new UsageInvalid('Name a file, a place with --to, or set QUIRE_BACKUP_TO');
  return openPlace(settings.backup.to, settings.dataDir);
}

async function isConfigured({ label }: BackupPlace, { backup: { to }, dataDir }: Settings): Promise<boolean> {
  if (to === undefined) return false;
  const configured = await openPlace(to, dataDir);
  await configured.close();
  return configured.label === label;
}

/** A database that is not migrated yet has no table for it. */
async function noteGood(client: pg.Client, name: string, bytes: number): Promise<void> {
  await client.query(NOTE_GOOD_BACKUP, [name, bytes]).catch((error: { code?: string }) => {
    if (error.code !== '42P01') throw error;
  });
}

function report(
  terminal: Terminal,
  label: string,
  { manifest, damaged, bytes }: Backup & { bytes: number },
  { recipients, quiet }: { recipients: readonly string[]; quiet: boolean },
): number {
  const { files } = manifest;
  const sealed = recipients.length > 0 ? `, encrypted for ${recipients.length} public keys` : '';
  print(terminal, `Wrote ${label}: ${summaryOf(manifest)}, ${readableBytes(bytes)} in all${sealed}`);
  if (!quiet && files.place === 'bucket')
    inform(terminal, `The files stay in the bucket ${files.bucket}: look after them there`);
  if (!quiet && manifest.secretKey.place === 'setting')
    inform(terminal, 'QUIRE_SECRET_KEY is not in the archive: keep it elsewhere');
  if (damaged.length === 0) return 0;
  inform(terminal, `${damaged.length} files of the content are damaged in the store; all else is in the archive:`);
  for (const name of damaged.slice(0, SHOWN)) inform(terminal, `  ${name}`);
  if (damaged.length > SHOWN) inform(terminal, `  and ${damaged.length - SHOWN} more`);
  return 1;
}
