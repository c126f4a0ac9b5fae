import type pg from 'pg';
import type { Settings } from '#kernel/infrastructure/settings';
import { openBlobs } from '../../content/revisions/infrastructure/blobs/open-blobs.js';
import { READ_MARK, type MarkState } from '../../content/revisions/infrastructure/blobs/owned-store.js';
import { ownership, parseMark, type Ownership } from '../../content/revisions/infrastructure/blobs/store-mark.js';
import { fail, ok, type Finding } from './check.js';

const SUBJECT = 'store owner';
const OWN_PLACE = 'a bucket or prefix of its own (QUIRE_S3_PREFIX), or a folder';

/** Whose the store of files is, as its mark and a migrated database say. */
export async function storeOwner(client: pg.Client, settings: Settings): Promise<Ownership> {
  const mark = parseMark(await (await openBlobs(settings)).readMark());
  const { rows } = await client.query<MarkState>(READ_MARK);
  return ownership(mark, rows[0] ?? { ids: null, disputedAt: null });
}

/** Checks that no other database uses the store. A store that does not respond is reported elsewhere. */
export async function checkStoreOwner(client: pg.Client, settings: Settings): Promise<Finding[]> {
  const owner = await storeOwner(client, settings).catch(() => undefined);
  return owner === undefined ? [] : [FINDINGS[owner]];
}

const FINDINGS: Readonly<Record<Ownership, Finding>> = {
  own: ok(SUBJECT, 'the files are those of this database'),
  unmarked: ok(SUBJECT, 'none yet: a server marks the store as its own within an hour'),
  other: fail(
    SUBJECT,
    `the store has the mark of another database, and no files are deleted: give one of them ${OWN_PLACE}; if the other is gone, run quire storage claim`,
  ),
  disputed: fail(
    SUBJECT,
    `another database uses the same store, and neither deletes files: give one of them ${OWN_PLACE}, then run quire storage claim with the one that the store belongs to`,
  ),
  refused: fail(
    SUBJECT,
    `the store belongs to another database, as quire storage claim was run there, and this one deletes no files: give it ${OWN_PLACE}`,
  ),
};
