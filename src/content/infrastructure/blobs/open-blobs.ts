import { join } from 'node:path';
import type { Settings } from '#kernel/infrastructure/settings';
import type { Blobs } from '../../domain/blobs.js';
import { DiskBlobs } from './disk-blobs.js';
import { S3Blobs } from './s3-blobs.js';

/** The store the settings ask for: a bucket, else a folder in the data folder. */
export function openBlobs({ s3, dataDir }: Settings): Blobs {
  return s3 === undefined ? new DiskBlobs(join(dataDir, 'blobs')) : new S3Blobs(s3, join(dataDir, 'incoming'));
}
