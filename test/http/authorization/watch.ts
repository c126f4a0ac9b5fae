import type { TestServer } from '#testing/test-server';

const INSTALL = `
  create schema watch;
  create unlogged table watch.written (name text not null);
  create function watch.note() returns trigger language plpgsql as $body$
  begin
    insert into watch.written values (format('%I.%I', tg_table_schema, tg_table_name));
    return null;
  end $body$;
  do $body$ declare name text;
  begin
    for name in select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'watch')
    loop
      execute format('create trigger watched after insert or update or delete on %s for each row execute function watch.note()', name);
    end loop;
  end $body$`;

/**
 * Sees whether anything was written, in any table, that of events and of jobs included. A row that was written as it was
 * counts, too; what was rolled back does not.
 */
export class Watch {
  private constructor(private readonly server: TestServer) {}

  static async over(server: TestServer): Promise<Watch> {
    await server.pool.query(INSTALL);
    return new Watch(server);
  }

  /** The tables in which something was written since it was asked before. */
  async changed(): Promise<string[]> {
    const { rows } = await this.server.pool.query<{ name: string }>({
      name: 'watch',
      text: 'with seen as (delete from watch.written returning name) select distinct name from seen order by name',
    });
    return rows.map(({ name }) => name);
  }
}
