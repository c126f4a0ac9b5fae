/** PostgreSQL's code of a statement that gave up waiting for a lock (`lock_timeout`). */
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement failed since others held a lock for longer than it was to wait. */
export const isLockNotAvailable = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
