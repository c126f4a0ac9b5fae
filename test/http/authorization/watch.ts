import type { TestServer } from '#testing/test-server';

const INSTALL = `
  create schema watch;
  create unlogged table watch.written (
    id bigint generated always as identity,
    told boolean not null default false,
    place regclass not null,
    kind text not null,
    before jsonb,
    after jsonb
  );
  create function watch.note() returns trigger language plpgsql as $body$
  begin
    insert into watch.written (place, kind, before, after) values (tg_relid, tg_op,
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
    return null;
  end $body$;
  create function watch.columns(place regclass, which text) returns text language sql as $body$
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute a
    where attrelid = place and attnum > 0 and not attisdropped and attgenerated = ''
      and case which when 'all' then true when 'settable' then attidentity = '' else
        exists (select from pg_index where indrelid = place and indisprimary and attnum = any (indkey)) end
  $body$;
  create function watch.undo() returns void language plpgsql as $body$
  declare row record; key text; columns text; place regclass;
  begin
    -- What a deletion took along was noted after what was deleted.
    set constraints all deferred;
    for place in select distinct w.place from watch.written w loop
      execute format('alter table %s disable trigger user', place);
    end loop;
    for row in select * from watch.written order by id desc loop
      key := watch.columns(row.place, 'key');
      columns := watch.columns(row.place, case row.kind when 'DELETE' then 'all' else 'settable' end);
      if row.kind = 'INSERT' then
        execute format('delete from %1$s where (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1))',
          row.place, key) using row.after;
      elsif row.kind = 'DELETE' then
        execute format('insert into %1$s (%2$s) overriding system value
          select %2$s from jsonb_populate_record(null::%1$s, $1)', row.place, columns) using row.before;
      else
        execute format('update %1$s set (%3$s) = (select %3$s from jsonb_populate_record(null::%1$s, $1))
          where (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $2))',
          row.place, key, columns) using row.before, row.after;
      end if;
    end loop;
    set constraints all immediate;
    for place in select distinct w.place from watch.written w loop
      execute format('alter table %s enable trigger user', place);
    end loop;
    delete from watch.written;
  end $body$;
  do $body$ declare place regclass; name name;
  begin
    for place, name in select conrelid, conname from pg_constraint where contype = 'f' loop
      execute format('alter table %s alter constraint %I deferrable initially immediate', place, name);
    end loop;
    for place in select c.oid from pg_class c where relkind = 'r'
      and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'watch')
    loop
      execute format('create trigger watched after insert or update or delete on %s for each row execute function watch.note()', place);
    end loop;
  end $body$`;

/**
 * Sees whether anything was written, in any table, that of events and of jobs included, and undoes it. A row that was
 * written as it was counts, too; what was rolled back does not.
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
      text: `with old as (delete from watch.written where told),
        seen as (update watch.written set told = true where not told returning place)
        select distinct place::text as name from seen order by name`,
    });
    return rows.map(({ name }) => name);
  }

  /**
   * Restores every row to its state before the changes that `changed` reported last. Only effects outside of the tables
   * stay.
   */
  async undo(): Promise<void> {
    await this.server.pool.query('select watch.undo()');
  }
}
