import type pg from 'pg';
import type { Settings } from '#kernel/infrastructure/settings';
import { CommandFailed } from '../failure.js';
import type { Progress } from '../progress.js';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { faultsOf } from './check-archive.js';
import type { Destination } from './destination.js';
import { Encryption } from './encryption.js';
import { FileBytes } from './random-bytes.js';
import { writeBackup, type Backup } from './write-backup.js';

export interface Making {
  settings: Settings;
  /** Public keys, which `requireRecipients` has looked at; empty for an archive that is not encrypted. */
  recipients: readonly string[];
  /** Shows the progress of a step. */
  show(label: string): Progress;
  signal: AbortSignal;
  /** False leaves out the files in the data folder. */
  withFiles?: boolean;
}

/**
 * Writes an archive, reads it to its end, and gives it its name then. An encrypted one is decrypted for that with its
 * own key, which this process still knows. Leaves nothing when it fails.
 */
export async function makeArchive(
  client: pg.Client,
  destination: Destination,
  { settings, recipients, show, signal, withFiles = true }: Making,
): Promise<Backup & { bytes: number }> {
  const encryption = recipients.length > 0 ? new Encryption(recipients) : undefined;
  const writer = await ArchiveWriter.create(await destination.draftPath(), encryption);
  try {
    const progress = show('Writing');
    const backup = await writeBackup(client, writer, settings, progress, signal, withFiles).finally(() =>
      progress.end(),
    );
    const archive = await writer.end();
    await requireWhole(archive.path, encryption, show('Verifying'), signal);
    signal.throwIfAborted();
    await destination.finish(archive);
    return { ...backup, bytes: archive.bytes };
  } finally {
    await writer.discard();
  }
}

async function requireWhole(
  path: string,
  encryption: Encryption | undefined,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const archive = await ArchiveReader.open(await FileBytes.open(path), encryption?.unlocking);
  try {
    const [fault] = await faultsOf(archive, progress, signal);
    if (fault !== undefined) throw new CommandFailed(`${fault}: it was not kept, and the one before was left`);
  } finally {
    progress.end();
    await archive.close();
  }
}
