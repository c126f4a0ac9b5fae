import { join } from 'node:path';
import type { Settings } from '#kernel/infrastructure/settings';
import type { Blobs } from '../../domain/content/blobs.js';
import { DiskBlobs } from './disk-blobs.js';
import { S3Blobs } from './s3-blobs.js';

/** The store the settings ask for: a bucket, else a folder in the data folder, cleared of what a crash left behind. */
export async function openBlobs({ s3, dataDir }: Settings): Promise<Blobs> {
  if (s3 !== undefined) return new S3Blobs(s3, join(dataDir, 'incoming'));
  const blobs = new DiskBlobs(join(dataDir, 'blobs'));
  await blobs.removeLeftovers();
  return blobs;
}

/** Whether the bucket can be used, where there is one: throws what its library throws. Makes nothing on disk. */
export async function probeBucket({ s3, dataDir }: Settings): Promise<void> {
  if (s3 === undefined) return;
  const blobs = new S3Blobs(s3, join(dataDir, 'incoming'));
  try {
    await blobs.probe();
  } finally {
    await blobs.close();
  }
}
