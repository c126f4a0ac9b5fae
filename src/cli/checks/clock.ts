import type pg from 'pg';
import { ok, warn, type Finding } from './check.js';

const SUBJECT = 'clock';
/** Largest difference that disturbs nothing, milliseconds; processes count attempts to sign in together. */
const TOLERATED_MS = 1_000;

/** Compares this machine's clock with the database's. */
export async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const after = Date.now();
  return clockFinding((rows[0]?.now.getTime() ?? before) - (before + after) / 2, after - before);
}

/**
 * What a difference means. `aheadMs`: how far the database is ahead; `tookMs`: how long the answer took, within half of
 * which the difference is not known.
 */
export function clockFinding(aheadMs: number, tookMs: number): Finding {
  if (Math.abs(aheadMs) - tookMs / 2 <= TOLERATED_MS) return ok(SUBJECT, "it agrees with the database's");
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const where = aheadMs > 0 ? 'behind' : 'ahead of';
  return warn(SUBJECT, `this machine is ${seconds} s ${where} the database: set both by a time server (NTP)`);
}
