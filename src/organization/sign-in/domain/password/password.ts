import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';

/** A user's password; `id` is the user's. */
export interface PasswordState extends AggregateState {
  hash: string;
  /** Attempts that failed, or are under way, since the last success. */
  failures: number;
  lockedUntil: Date | null;
  changedAt: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Attempts before the first pause. */
export const FREE_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

/**
 * The password of a user. After five failed attempts the next must wait a minute, and after each further failure twice
 * as long, up to an hour; a day without any attempt resets this.
 */
export class Password extends Aggregate<PasswordState> {
  static set(userId: string, hash: string, now: Date): Password {
    return new Password({ id: userId, version: 0, hash, failures: 0, lockedUntil: null, changedAt: now });
  }

  static from(state: PasswordState): Password {
    return new Password(state);
  }

  get hash(): string {
    return this.state.hash;
  }

  /**
   * Begins an attempt; returns whether it is allowed. It counts as failed until it has succeeded, so that parallel
   * attempts are limited like consecutive ones.
   */
  attempt(now: Date): boolean {
    const { lockedUntil } = this.state;
    if (lockedUntil && lockedUntil > now) return false;
    if (lockedUntil && now.getTime() - lockedUntil.getTime() > DAY_MS) this.state.failures = 0;
    this.state.failures += 1;
    const beyond = this.state.failures - FREE_ATTEMPTS;
    const pause = Math.min(MINUTE_MS * 2 ** beyond, LONGEST_PAUSE_MS);
    this.state.lockedUntil = beyond < 0 ? null : new Date(now.getTime() + pause);
    return true;
  }

  /** The attempt succeeded; `hash` is a new hash of the same password, where the parameters of hashing have changed. */
  succeed(hash?: string): void {
    this.state.failures = 0;
    this.state.lockedUntil = null;
    if (hash !== undefined) this.state.hash = hash;
  }

  change(hash: string, now: Date): void {
    this.succeed(hash);
    this.state.changedAt = now;
  }
}
