import { resolve } from 'node:path';
import { backupTarget } from '#kernel/infrastructure/environment/backup';
import type { Settings } from '#kernel/infrastructure/settings';
import { UsageInvalid } from '../failure.js';
import { ArchiveReader } from './archive-reader.js';
import { readIdentities } from './encryption.js';
import type { BackupPlace } from './places/backup-place.js';
import { openPlace } from './places/open-place.js';
import { FileBytes } from './random-bytes.js';

/** An archive that is open, until it is closed. */
export interface OpenArchive {
  readonly archive: ArchiveReader;
  close(): Promise<void>;
}

/** Opens the archive in a file or at s3://bucket/prefix/name; `identityFile` has private keys where it is encrypted. */
export async function openArchive(
  where: string,
  identityFile: string | undefined,
  settings: Settings,
): Promise<OpenArchive> {
  const unlocking = identityFile === undefined ? undefined : await readIdentities(resolve(identityFile));
  if (!where.startsWith('s3://')) {
    const archive = await ArchiveReader.open(await FileBytes.open(resolve(where)), unlocking);
    return { archive, close: () => archive.close() };
  }
  const slash = where.lastIndexOf('/');
  const place = await placeAt(where.slice(0, slash), settings);
  try {
    const archive = await ArchiveReader.open(await place.open(where.slice(slash + 1)), unlocking);
    return { archive, close: () => archive.close().then(() => place.close()) };
  } catch (error) {
    await place.close();
    throw error;
  }
}

/** Throws UsageInvalid where it is no place. */
export async function placeAt(where: string, settings: Settings): Promise<BackupPlace> {
  const target = backupTarget(where, settings.backup.s3);
  if (target === undefined) throw new UsageInvalid(`${where} is neither a folder nor of the form s3://bucket/prefix`);
  return openPlace(target, settings.dataDir);
}
