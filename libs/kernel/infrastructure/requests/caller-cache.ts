import type { Caller } from '../../application/caller.js';
import type { Notifications } from '../events/notifications.js';

/** Notified when rights change: the payload is a user id, or empty for all. */
export const CALLERS_CHANGED_CHANNEL = 'quire_callers_changed';

const MAX_ENTRIES = 10_000;
const MAX_AGE_MS = 30_000;

/**
 * Caches the callers of recent tokens and sessions, so that most requests need no statement for them. A change of
 * rights is sent to every process by NOTIFY when it commits; while notices are not heard, nothing is taken from the cache.
 * The keys are the secrets themselves, in the memory of this process only: hashing them would cost more than the rest
 * of the look-up.
 */
export class CallerCache {
  readonly #entries = new Map<string, { caller: Caller; until: number }>();
  #epoch = 0;

  constructor(private readonly notifications: Notifications) {
    notifications.on(CALLERS_CHANGED_CHANNEL, (userId) => this.forget(userId));
    notifications.onGap(() => this.forget(''));
  }

  /** The cached caller with a secret. */
  known(secret: string, now: Date): Caller | undefined {
    const entry = this.notifications.heard ? this.#entries.get(secret) : undefined;
    return entry && entry.until > performance.now() && !expired(entry.caller, now) ? entry.caller : undefined;
  }

  /** The caller with a secret, from the cache or from `load`. */
  async get(secret: string, now: Date, load: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const known = this.known(secret, now);
    if (known) return known;
    this.#entries.delete(secret);
    const epoch = this.#epoch;
    const caller = await load();
    if (caller && this.notifications.heard && epoch === this.#epoch) {
      if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
      this.#entries.set(secret, { caller, until: performance.now() + MAX_AGE_MS });
    }
    return caller;
  }

  /** Removes a user from the cache; all users when `userId` is empty. */
  forget(userId: string): void {
    this.#epoch++;
    if (userId === '') return this.#entries.clear();
    for (const [secret, { caller }] of this.#entries) if (caller.userId === userId) this.#entries.delete(secret);
  }
}

function expired(caller: Caller, now: Date): boolean {
  return caller.expiresAt !== undefined && caller.expiresAt <= now;
}
