import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';

/**
 * Which database this is. What counts by numbers of transactions names it, since they mean nothing in a copy of its rows:
 * one that was restored from a backup, or in a server of a later major version.
 */
@Injectable()
export class ThisDatabase {
  #id: Promise<string> | undefined;

  constructor(private readonly sql: SqlQuery) {}

  /** Asked once; a distributed database has the id of the coordinator's. */
  id(): Promise<string> {
    this.#id ??= this.#read();
    this.#id.catch(() => (this.#id = undefined));
    return this.#id;
  }

  async #read(): Promise<string> {
    const row = await this.sql.row<{ id: string }>(
      'database.id',
      `select concat_ws(' ', system_identifier, (select oid from pg_database where datname = current_database())) as id
       from pg_control_system()`,
    );
    if (!row) throw new Error('The server has no identifier');
    return row.id;
  }
}
