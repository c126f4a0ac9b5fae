import type { SqlQuery } from '../database/sql-query.js';

/** What came of the backups of the schedule. */
export interface BackupState {
  /** When the first one was begun. */
  firstAt: Date;
  /** When the newest good one was verified, and its size. */
  goodAt: Date | null;
  bytes: number | null;
  failures: number;
}

/** Characters of a failure. */
const LONGEST = 500;

export const READ_BACKUP_STATE = `select first_at as "firstAt", good_at as "goodAt", good_bytes::float8 as bytes,
  failures::float8 as failures from kernel.backup_state`;

/** `$1`: its name; `$2`: its bytes. */
export const NOTE_GOOD_BACKUP = `insert into kernel.backup_state as s (good_at, good_name, good_bytes)
  values (now(), $1, $2)
  on conflict (id) do update set good_at = excluded.good_at, good_name = excluded.good_name,
    good_bytes = excluded.good_bytes`;

export async function noteFailedBackup(sql: SqlQuery, failure: string): Promise<void> {
  await sql.rows(
    'backup.note-failure',
    `insert into kernel.backup_state as s (failures, failed_at, failure) values (1, now(), $1)
     on conflict (id) do update set failures = s.failures + 1, failed_at = excluded.failed_at,
       failure = excluded.failure`,
    [failure.slice(0, LONGEST)],
  );
}
