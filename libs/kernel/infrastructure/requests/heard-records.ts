import { UnchangedRecords, type Unchanged } from '../../application/unchanged-records.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { Notifications } from '../events/notifications.js';

/** Notified by triggers of the contexts when a record changes: the payload is the record's id, or empty for all. */
const CHANGED_CHANNEL = 'quire_record_changed';

/** Most records that are known; then all count as changed. */
const MOST = 200_000;

const CHANGED: Unchanged = { still: false };

/**
 * Hears of changes: of those of this process with their commit, of others by notices. While there is no connection for
 * notices, every record counts as changed.
 */
export class HeardRecords extends UnchangedRecords {
  readonly #records = new Map<string, { still: boolean }>();

  constructor(
    private readonly notifications: Notifications,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    notifications.on(CHANGED_CHANNEL, (record) => this.#forget(record));
    notifications.onGap(() => this.#forgetAll());
  }

  of(record: string): Unchanged {
    if (!this.notifications.connected || this.unitOfWork.open) return CHANGED;
    const known = this.#records.get(record);
    if (known) return known;
    if (this.#records.size >= MOST) this.#forgetAll();
    const unchanged = { still: true };
    this.#records.set(record, unchanged);
    return unchanged;
  }

  changed(record: string): void {
    this.unitOfWork.afterCommit(() => this.#forget(record));
  }

  #forget(record: string): void {
    if (record === '') return this.#forgetAll();
    const unchanged = this.#records.get(record);
    if (unchanged) unchanged.still = false;
    this.#records.delete(record);
  }

  #forgetAll(): void {
    for (const unchanged of this.#records.values()) unchanged.still = false;
    this.#records.clear();
  }
}
