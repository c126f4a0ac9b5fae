import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { beginAttempt, endAttempts, type Attempts } from '../attempts.js';

/** A user's password; `id` is the user's. */
export interface PasswordState extends AggregateState, Attempts {
  hash: string;
  changedAt: Date;
}

/** The password of a user, with the attempts to sign in with it. */
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

  /** Begins an attempt; returns whether it is allowed. */
  attempt(now: Date): boolean {
    return beginAttempt(this.state, now);
  }

  /** The attempt succeeded; `hash` is a new hash of the same password, where the parameters of hashing have changed. */
  succeed(hash?: string): void {
    endAttempts(this.state);
    if (hash !== undefined) this.state.hash = hash;
  }

  change(hash: string, now: Date): void {
    this.succeed(hash);
    this.state.changedAt = now;
  }
}
