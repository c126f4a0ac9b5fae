import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { newId } from '#kernel/domain/id';
import { readSettings } from '#kernel/infrastructure/settings';
import type { Blobs } from '../../content/revisions/domain/content/blobs.js';
import { openBlobs, probeBucket } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { bucketFault } from '../../start/check-bucket.js';
import { folderFault } from '../../start/check-folder.js';
import { messageOf } from '../../start/refusal.js';
import { CommandFailed } from '../failure.js';
import { print, readableBytes, type Act, type Terminal } from '../terminal.js';

/** More than a bucket takes in one part. */
const BYTES = 20_000_000;
const RANGE = { start: 1_000_000, end: 1_000_999 };

/** `quire storage test`: what is done with files, once, in the place where they are kept. Needs no database. */
export function storageCommand(terminal: Terminal, act: Act): Command {
  const storage = new Command('storage').description('try the place where files are kept');
  storage
    .command('test')
    .description(`store ${readableBytes(BYTES)} there, read them, and delete them again`)
    .action(() => act(testStorage(terminal)));
  return storage;
}

async function testStorage(terminal: Terminal): Promise<void> {
  const settings = readSettings(terminal.env);
  const { s3 } = settings;
  const fault = folderFault({ ...settings, databaseUrl: settings.databaseUrl ?? 'not looked at' });
  if (fault !== undefined) throw new CommandFailed(fault);
  await probeBucket(settings).catch((error: unknown) => {
    throw new CommandFailed(s3 ? bucketFault(error, s3) : messageOf(error));
  });
  const blobs = await openBlobs(settings);
  // No organization has this id, so nothing of theirs is touched.
  const organization = newId();
  const begun = performance.now();
  try {
    const found = await tried(blobs, organization);
    const where = s3 ? `the bucket ${s3.bucket}` : `${settings.dataDir}/blobs`;
    const ms = Math.round(performance.now() - begun);
    print(terminal, `${readableBytes(found)} were stored in ${where}, read and deleted in ${ms} ms`);
  } finally {
    await blobs.deleteAll(organization);
  }
}

/** Returns how many bytes were stored, and read as they were. */
async function tried(blobs: Blobs, organization: string): Promise<number> {
  const bytes = randomBytes(BYTES);
  const { sha256, size } = await blobs.put(organization, Readable.from([bytes]), { maxBytes: BYTES });
  const whole = await buffer(await blobs.open(organization, sha256));
  if (!whole.equals(bytes)) throw new CommandFailed('What was read is not what was stored');
  const part = await buffer(await blobs.open(organization, sha256, RANGE));
  if (!part.equals(bytes.subarray(RANGE.start, RANGE.end + 1)))
    throw new CommandFailed('A part that was read is not that of what was stored');
  await blobs.delete(organization, sha256);
  if (await blobs.has(organization, sha256)) throw new CommandFailed('What was deleted is still there');
  return size;
}
