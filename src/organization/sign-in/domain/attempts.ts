/** Attempts to guess a secret of a user, as they are counted. */
export interface Attempts {
  /** Attempts that failed, or are under way, since the last success. */
  failures: number;
  lockedUntil: Date | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Attempts before the first pause. */
export const FREE_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

/**
 * Begins an attempt; returns whether it is allowed. It counts as failed until it has succeeded, so that parallel
 * attempts are limited like consecutive ones. After five failures the next must wait a minute, and after each further
 * one twice as long, up to an hour; a day without any attempt resets this.
 */
export function beginAttempt(attempts: Attempts, now: Date): boolean {
  const { lockedUntil } = attempts;
  if (lockedUntil && lockedUntil > now) return false;
  if (lockedUntil && now.getTime() - lockedUntil.getTime() > DAY_MS) attempts.failures = 0;
  attempts.failures += 1;
  const beyond = attempts.failures - FREE_ATTEMPTS;
  const pause = Math.min(MINUTE_MS * 2 ** beyond, LONGEST_PAUSE_MS);
  attempts.lockedUntil = beyond < 0 ? null : new Date(now.getTime() + pause);
  return true;
}

/** Resets the count after a success. */
export function endAttempts(attempts: Attempts): void {
  attempts.failures = 0;
  attempts.lockedUntil = null;
}
