import { join } from 'node:path';
import type { Settings } from '#kernel/infrastructure/settings';
import { SystemClock } from '#kernel/infrastructure/system-clock';
import type { BeforePut, Blobs } from '../../domain/content/blobs.js';
import { DiskBlobs } from './disk-blobs.js';
import { S3Blobs } from './s3-blobs.js';

/** Opens the configured store: a bucket, or else a folder in the data folder, after removing leftovers of crashes. */
export async function openBlobs({ s3, dataDir }: Settings, beforePut?: BeforePut): Promise<Blobs> {
  if (s3 !== undefined) return new S3Blobs(s3, join(dataDir, 'incoming'), new SystemClock(), beforePut);
  return openFolder(join(dataDir, 'blobs'), beforePut);
}

/** Opens the place for parts of uploads, beside that of files. */
export async function openUploads({ s3, dataDir }: Settings): Promise<Blobs> {
  if (s3 === undefined) return openFolder(join(dataDir, 'uploads'));
  const prefix = `${s3.prefix.replace(/\/*$/, '')}/uploads`.replace(/^\//, '');
  return new S3Blobs({ ...s3, prefix }, join(dataDir, 'incoming'));
}

async function openFolder(folder: string, beforePut?: BeforePut): Promise<Blobs> {
  const blobs = new DiskBlobs(folder, beforePut);
  await blobs.removeLeftovers();
  return blobs;
}

/**
 * Checks that the configured bucket can be used, if there is one. Throws the errors of the S3 library. Creates nothing
 * on disk.
 */
export async function probeBucket({ s3, dataDir }: Settings): Promise<void> {
  if (s3 === undefined) return;
  const blobs = new S3Blobs(s3, join(dataDir, 'incoming'));
  try {
    await blobs.probe();
  } finally {
    await blobs.close();
  }
}
