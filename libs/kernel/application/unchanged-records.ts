/** A record between two changes. */
export interface Unchanged {
  /** Whether it has not changed since this was given out. */
  readonly still: boolean;
}

/** Notices when records change: in this process with the commit, in others moments later. */
export abstract class UnchangedRecords {
  /**
   * Call before reading the record. Never `still` inside a transaction, whose reads may never be committed, and while
   * changes by other processes are not heard.
   */
  abstract of(record: string): Unchanged;
  /** Ends this state of a record (of all records for `''`) when the open transaction, which changes it, commits. */
  abstract changed(record: string): void;
}
