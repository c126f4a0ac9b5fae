import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';

/**
 * The number of the open transaction, by which a collection finds what was written since it looked. It is the default of
 * the columns `written_by`; a statement that inserts rows which it reads from tables has to give it: in a distributed
 * database the default would be computed on the node of those rows, which counts transactions for itself.
 */
export async function transactionNumber(sql: SqlQuery): Promise<string | undefined> {
  const row = await sql.row<{ number: string }>('transaction.number', 'select pg_current_xact_id()::text as number');
  return row?.number;
}
