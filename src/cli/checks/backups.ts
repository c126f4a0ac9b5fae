import { Schedule } from '#kernel/domain/schedule';
import { existingKey } from '#kernel/infrastructure/secret-key';
import type { Settings } from '#kernel/infrastructure/settings';
import { messageOf } from '../../start/refusal.js';
import { serverOf } from '../backup/backup-name.js';
import { fingerprintOf } from '../backup/manifest.js';
import type { StoredBackup } from '../backup/places/backup-place.js';
import { openPlace } from '../backup/places/open-place.js';
import { readableAge, readableBytes } from '../terminal.js';
import { fail, ok, warn, type Finding } from './check.js';

const SUBJECT = 'backups';

/** Checks that this server's newest backup in QUIRE_BACKUP_TO is not older than twice the schedule. */
export async function checkBackups(settings: Settings): Promise<Finding[]> {
  const { to, schedule } = settings.backup;
  if (to === undefined) return [ok(SUBJECT, 'none are written by themselves: see QUIRE_BACKUP_SCHEDULE')];
  try {
    const place = await openPlace(to, settings.dataDir);
    try {
      const own = serverOf(fingerprintOf(existingKey(settings) ?? Buffer.alloc(0)));
      const newest = (await place.list()).find(({ server }) => server === own);
      return [findingOf(newest, place.label, schedule)];
    } finally {
      await place.close();
    }
  } catch (error) {
    return [fail(SUBJECT, messageOf(error))];
  }
}

function findingOf(newest: StoredBackup | undefined, label: string, schedule: string | undefined): Finding {
  if (newest === undefined) return warn(SUBJECT, `${label} has none of this server yet`);
  const now = new Date();
  const text = `the newest in ${label} is ${readableAge(now.getTime() - newest.time.getTime())} old (${readableBytes(newest.bytes)})`;
  if (schedule === undefined) return ok(SUBJECT, text);
  if (Schedule.parse(schedule)?.isMissed(newest.time, now) !== true) return ok(SUBJECT, text);
  return warn(SUBJECT, `${text}, older than twice the schedule: see the log for why, or run quire backup`);
}
