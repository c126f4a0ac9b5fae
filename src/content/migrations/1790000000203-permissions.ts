import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Collections, and what is granted on them and on spaces. The tables themselves keep the chain and the level that hold
 * for a record, whoever writes; docs/adr/0026-permissions.md says why they look so.
 */
export class Permissions1790000000203 implements MigrationInterface {
  readonly name = 'Permissions1790000000203';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.collection (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        title text not null,
        description text,
        parent text collate "C",
        default_level text,
        chain text[] collate "C" not null,
        level text,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index collection_by_id on content.collection (id);
      create index collection_in_collection on content.collection (organization_id, parent, id);
      create index collection_below on content.collection using gin (chain);
      create index space_open on content.space (organization_id, id) where deleted_at is null and level is not null;
      create index space_in_collection on content.space (organization_id, parent, id)
        where deleted_at is null and parent is not null;

      create table content.permission (
        organization_id text collate "C" not null,
        content_id text collate "C" not null,
        subject_id text collate "C" not null,
        content_kind text not null check (content_kind in ('space', 'collection')),
        subject_kind text not null check (subject_kind in ('user', 'team')),
        rank smallint not null check (rank between 1 and 6),
        granted_at timestamptz not null,
        primary key (organization_id, content_id, subject_id)
      );
      create index permission_of_subject on content.permission
        (organization_id, subject_id, content_kind, content_id) include (rank);

      -- The chain of a record is itself and the collections above it, the nearest first; its level is the first default
      -- level along that chain that is not 'inherit'.
      create function content.place() returns trigger language plpgsql as $body$
      declare above record;
      begin
        new.chain := array[new.id];
        new.level := new.default_level;
        if new.parent is not null then
          select c.chain, c.level into above from content.collection c
            where c.organization_id = new.organization_id and c.id = new.parent for share;
          if not found then
            raise exception 'There is no collection % to stand in', new.parent using errcode = 'foreign_key_violation';
          end if;
          if new.id = any(above.chain) then
            raise exception '% can not stand in itself', new.id using errcode = 'check_violation';
          end if;
          new.chain := new.id || above.chain;
          if new.default_level = 'inherit' then new.level := above.level; end if;
        end if;
        return new;
      end $body$;

      -- What stands in a collection is placed anew with it.
      create function content.place_below() returns trigger language plpgsql as $body$
      begin
        update content.space set parent = parent where organization_id = new.organization_id and parent = new.id;
        update content.collection set parent = parent where organization_id = new.organization_id and parent = new.id;
        return null;
      end $body$;

      create trigger place_new before insert on content.space for each row execute function content.place();
      create trigger place_new before insert on content.collection for each row execute function content.place();
      create trigger place before update of parent, default_level on content.space for each row
        when (pg_trigger_depth() > 0 or (old.parent, old.default_level) is distinct from (new.parent, new.default_level))
        execute function content.place();
      create trigger place before update of parent, default_level on content.collection for each row
        when (pg_trigger_depth() > 0 or (old.parent, old.default_level) is distinct from (new.parent, new.default_level))
        execute function content.place();
      create trigger place_below after update on content.collection for each row
        when ((old.chain, old.level) is distinct from (new.chain, new.level))
        execute function content.place_below();

      -- A grant on a collection is about more spaces than need be named: nothing stands for all.
      create function content.tell_permission_changed() returns trigger language plpgsql as $body$
      declare changed content.permission := coalesce(new, old);
      begin
        perform pg_notify('quire_record_changed', case when changed.content_kind = 'space' then changed.content_id else '' end);
        return null;
      end $body$;
      create trigger tell_changed after insert or update or delete on content.permission
        for each row execute function content.tell_permission_changed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger place_new on content.space;
      drop trigger place on content.space;
      drop index content.space_open, content.space_in_collection;
      drop table content.permission, content.collection;
      drop function content.place, content.place_below, content.tell_permission_changed;
    `);
  }
}
