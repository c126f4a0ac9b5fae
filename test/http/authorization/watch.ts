import type { TestServer } from '#testing/test-server';

interface Look {
  table: string;
  rows: string;
  written: string | null;
}

/**
 * Sees whether anything was written, in any table, that of events and of jobs included. It looks at which transaction
 * wrote each row, so that a row which was written as it was counts, too.
 */
export class Watch {
  #seen = new Map<string, string>();

  private constructor(
    private readonly server: TestServer,
    private readonly query: string,
  ) {}

  static async over(server: TestServer): Promise<Watch> {
    const tables = await server.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const looks = tables.map(
      ({ name }) =>
        `select '${name}' as table, count(*) as rows, sum(xmin::text::bigint)::text as written from ${name}`,
    );
    const watch = new Watch(server, looks.join(' union all '));
    await watch.changed();
    return watch;
  }

  /** The tables in which something was written since it was asked before. */
  async changed(): Promise<string[]> {
    const { rows } = await this.server.pool.query<Look>({ name: 'watch', text: this.query });
    const changed: string[] = [];
    for (const { table, rows: count, written } of rows) {
      const look = `${count} ${written}`;
      if (this.#seen.get(table) !== look) changed.push(table);
      this.#seen.set(table, look);
    }
    return changed;
  }
}
