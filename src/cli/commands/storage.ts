import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { newId } from '#kernel/domain/id';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import type { Blobs } from '../../content/revisions/domain/content/blobs.js';
import { openBlobs, probeBucket } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { OwnedStore } from '../../content/revisions/infrastructure/blobs/owned-store.js';
import { bucketFault } from '../../start/check-bucket.js';
import { folderFault } from '../../start/check-folder.js';
import { messageOf } from '../../start/refusal.js';
import { CommandFailed, UsageInvalid } from '../failure.js';
import { print, readableBytes, type Act, type Terminal } from '../terminal.js';

/** More than a bucket takes in one part. */
const BYTES = 20_000_000;
const RANGE = { start: 1_000_000, end: 1_000_999 };

const CLAIMED = `This database becomes the only one that deletes files in the store. It deletes, after
QUIRE_KEEP_UNUSED_FILE_DAYS, whatever it does not name itself: also the files of another installation that uses the same
folder, or the same bucket and prefix. Every other database deletes none there from then on.`;

/**
 * `quire storage test`: what is done with files, once, in the place where they are kept. Needs no database.
 * `quire storage claim`: says that the place belongs to the database.
 */
export function storageCommand(terminal: Terminal, act: Act): Command {
  const storage = new Command('storage').description('try the place where files are kept');
  storage
    .command('test')
    .description(`store ${readableBytes(BYTES)} there, read them, and delete them again`)
    .action(() => act(testStorage(terminal)));
  storage
    .command('claim')
    .description('say that the files there belong to this database, where another one has used them; servers may run')
    .option('--yes', 'do so')
    .addHelpText('after', `\n${CLAIMED}`)
    .action((options: { yes?: boolean }) => act(claimStorage(terminal, options.yes === true)));
  return storage;
}

async function claimStorage(terminal: Terminal, yes: boolean): Promise<void> {
  if (!yes) throw new UsageInvalid(`${CLAIMED}\nAdd --yes to do so.`);
  const settings = readSettings(terminal.env);
  const { withDispatcher } = await import('../application.js');
  await withDispatcher(terminal, async (_, sql) => new OwnedStore(await openBlobs(settings), sql).claim());
  print(terminal, `${placeOf(settings)} belongs to this database`);
}

const placeOf = ({ s3, dataDir }: Settings): string => (s3 ? `the bucket ${s3.bucket}` : `${dataDir}/blobs`);

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
    const ms = Math.round(performance.now() - begun);
    print(terminal, `${readableBytes(found)} were stored in ${placeOf(settings)}, read and deleted in ${ms} ms`);
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
