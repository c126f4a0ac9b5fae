import { UnchangedRecords, type Unchanged } from '../../application/unchanged-records.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { ChangeNotices } from '../distribution/change-notices.js';
import type { Notifications } from '../events/notifications.js';
import type { CacheBudget } from '../memory/cache-budget.js';
import type { RecentChanges } from '../replicas/recent-changes.js';

/**
 * Notified when a record changes, by triggers of the contexts, or by the process that writes where the database is
 * distributed: the payload is the record's id, or empty for all.
 */
export const CHANGED_CHANNEL = 'quire_record_changed';

/** What a known record takes. */
const RECORD_BYTES = 120;

const CHANGED: Unchanged = { still: false };

/** A record of which no change was heard; while notices may be late it counts as changed. */
class KnownRecord implements Unchanged {
  #isUnchanged = true;

  constructor(private readonly notifications: Notifications) {}

  get still(): boolean {
    return this.#isUnchanged && this.notifications.heard;
  }

  end(): void {
    this.#isUnchanged = false;
  }
}

/**
 * Hears of changes: of those of this process with their commit, of others by notices. While notices
 * are not heard, every record counts as changed, and so does one for which there is no room any more, and one that a
 * replica is read for which may not have its last change.
 */
export class HeardRecords extends UnchangedRecords {
  readonly #records = new Map<string, KnownRecord>();
  /** Most records that are known. */
  readonly #most: number;

  constructor(
    private readonly notifications: Notifications,
    private readonly unitOfWork: UnitOfWork,
    caches: CacheBudget,
    private readonly changes: RecentChanges,
    private readonly notices: ChangeNotices,
  ) {
    super();
    const bytes = caches.join('watched records', {
      held: () => this.#records.size * RECORD_BYTES,
      dropOldest: () => this.#records.size > 1 && this.#forgetOldest(),
    });
    this.#most = Math.floor(bytes / RECORD_BYTES);
    notifications.on(CHANGED_CHANNEL, (record) => this.#change(record));
    notifications.onGap(() => this.#change(''));
  }

  of(record: string): Unchanged {
    if (!this.notifications.heard || this.unitOfWork.open) return CHANGED;
    const { replica } = this.unitOfWork;
    if (replica && this.changes.since(replica.currentAsOf, record)) return CHANGED;
    const known = this.#records.get(record);
    if (known) return known;
    if (this.#records.size >= this.#most) this.#forgetOldest();
    const unchanged = new KnownRecord(this.notifications);
    this.#records.set(record, unchanged);
    return unchanged;
  }

  changed(record: string): void {
    this.notices.send(CHANGED_CHANNEL, record);
    this.unitOfWork.afterCommit(() => this.#change(record));
  }

  #change(record: string): void {
    this.changes.note(record);
    this.#forget(record);
  }

  #forget(record: string): void {
    if (record === '') return this.#forgetAll();
    const unchanged = this.#records.get(record);
    unchanged?.end();
    this.#records.delete(record);
  }

  #forgetOldest(): boolean {
    for (const record of this.#records.keys()) {
      this.#forget(record);
      return true;
    }
    return false;
  }

  #forgetAll(): void {
    for (const unchanged of this.#records.values()) unchanged.end();
    this.#records.clear();
  }
}
