import type { BackupTarget } from '#kernel/infrastructure/settings';
import type { BackupPlace } from './backup-place.js';
import { BucketPlace } from './bucket-place.js';
import { FolderPlace } from './folder-place.js';

/** To be closed at the end. Nothing is connected to or created yet. */
export async function openPlace(target: BackupTarget, dataDir: string): Promise<BackupPlace> {
  return 'folder' in target ? new FolderPlace(target.folder) : BucketPlace.open(target.s3, dataDir);
}
