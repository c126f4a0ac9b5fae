import type { SqlQuery } from '../database/sql-query.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { Distribution } from './distribution.js';

/**
 * The notices of changed records that the process itself sends, with the commit, where the database is distributed.
 * On any other, triggers send them, whatever writes.
 */
export class ChangeNotices {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly distribution: Distribution,
  ) {}

  /** Sends a notice on this channel once the open transaction, which changes the record, commits. */
  send(channel: string, record: string): void {
    const { open } = this.unitOfWork;
    if (!open || !this.distribution.isDistributed) return;
    const records = open.partOf(this, () => {
      const waiting = new Set<string>();
      this.sql.atCommit('notice.changed', 'select pg_notify($1, r) from unnest($2::text[]) r', () => [
        channel,
        [...waiting],
      ]);
      return waiting;
    });
    records.add(record);
  }
}
