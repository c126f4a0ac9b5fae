import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Change requests, and what is counted of them and of comments for the record of a space. */
export class ChangeRequests1790000000204 implements MigrationInterface {
  readonly name = 'ChangeRequests1790000000204';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.change_request (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        space_id text collate "C" not null,
        number int not null,
        status text not null check (status in ('draft', 'open', 'archived', 'merged')),
        subject text not null,
        description text,
        revision_id text collate "C" not null,
        revision_initial text collate "C" not null,
        revision_merged_ancestor text collate "C" not null,
        revision_merged text collate "C",
        comments int not null default 0,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        merged_by text collate "C",
        merged_at timestamptz,
        primary key (organization_id, id)
      ) with (fillfactor = 85);
      create index change_request_by_id on content.change_request (id);
      create unique index change_request_number on content.change_request (organization_id, space_id, number);

      -- One row for every space, kept by the tables that are counted.
      create table content.space_counts (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        comments int not null default 0,
        change_requests int not null default 0,
        change_requests_open int not null default 0,
        change_requests_draft int not null default 0,
        primary key (organization_id, space_id)
      ) with (fillfactor = 70);

      create function content.count_change_request() returns trigger language plpgsql as $body$
      declare
        one content.change_request := coalesce(new, old);
        came int := (tg_op <> 'DELETE')::int;
        went int := (tg_op <> 'INSERT')::int;
        is_open int := came * coalesce(new.status = 'open', false)::int - went * coalesce(old.status = 'open', false)::int;
        is_draft int := came * coalesce(new.status = 'draft', false)::int - went * coalesce(old.status = 'draft', false)::int;
      begin
        insert into content.space_counts as kept
          (organization_id, space_id, change_requests, change_requests_open, change_requests_draft)
        values (one.organization_id, one.space_id, came - went, is_open, is_draft)
        on conflict (organization_id, space_id) do update set
          change_requests = kept.change_requests + excluded.change_requests,
          change_requests_open = kept.change_requests_open + excluded.change_requests_open,
          change_requests_draft = kept.change_requests_draft + excluded.change_requests_draft;
        perform pg_notify('quire_record_changed', one.space_id);
        return null;
      end $body$;
      create trigger count_new after insert or delete on content.change_request
        for each row execute function content.count_change_request();
      create trigger count_changed after update of status on content.change_request
        for each row when (old.status <> new.status) execute function content.count_change_request();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table content.change_request, content.space_counts;
      drop function content.count_change_request;
    `);
  }
}
