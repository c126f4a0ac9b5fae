import type { Caller } from '../../application/caller.js';
import type { Notifications } from '../events/notifications.js';

/** Told when rights change: the payload is a user id, or empty for all. */
export const CALLERS_CHANGED_CHANNEL = 'quire_callers_changed';

const MAX_ENTRIES = 10_000;
const MAX_AGE_MS = 30_000;

/**
 * Who the tokens and sessions seen lately stand for, so that a request costs no statement for it. A change of rights reaches every
 * process by NOTIFY when it commits; while notices can't be heard nothing is kept. Secrets stand here as they were sent,
 * in the memory of the process alone: hashing them would cost more than all else about knowing the caller.
 */
export class CallerCache {
  readonly #entries = new Map<string, { caller: Caller; until: number }>();
  #epoch = 0;

  constructor(private readonly notifications: Notifications) {
    notifications.on(CALLERS_CHANGED_CHANNEL, (userId) => this.forget(userId));
    notifications.onGap(() => this.forget(''));
  }

  /** The caller with a secret, where it is known. */
  known(secret: string, now: Date): Caller | undefined {
    const entry = this.#entries.get(secret);
    return entry && entry.until > performance.now() && !expired(entry.caller, now) ? entry.caller : undefined;
  }

  /** The caller with a secret, asking `load` where it is not known. */
  async get(secret: string, now: Date, load: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const known = this.known(secret, now);
    if (known) return known;
    this.#entries.delete(secret);
    const epoch = this.#epoch;
    const caller = await load();
    if (caller && this.notifications.connected && epoch === this.#epoch) {
      if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
      this.#entries.set(secret, { caller, until: performance.now() + MAX_AGE_MS });
    }
    return caller;
  }

  /** Forgets what is known of a user; of everybody when `userId` is empty. */
  forget(userId: string): void {
    this.#epoch++;
    if (userId === '') return this.#entries.clear();
    for (const [secret, { caller }] of this.#entries) if (caller.userId === userId) this.#entries.delete(secret);
  }
}

function expired(caller: Caller, now: Date): boolean {
  return caller.expiresAt !== undefined && caller.expiresAt <= now;
}
