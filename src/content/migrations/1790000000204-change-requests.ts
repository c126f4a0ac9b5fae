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
        merge_outcome text check (merge_outcome in ('merge', 'conflicts')),
        issues_cluster_id text collate "C",
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
      create unique index change_request_merged on content.change_request (organization_id, revision_merged)
        where revision_merged is not null;
      create index change_request_of_space_updated on content.change_request (organization_id, space_id, updated_at, id);
      create index change_request_of_space_created on content.change_request (organization_id, space_id, created_at, id);
      create index change_request_updated on content.change_request (organization_id, updated_at, id);
      create index change_request_created on content.change_request (organization_id, created_at, id);

      -- Who worked on one.
      create table content.change_request_contributor (
        organization_id text collate "C" not null,
        change_request_id text collate "C" not null,
        user_id text collate "C" not null,
        action text not null check (action in ('edit', 'comment')),
        count int not null,
        updated_at timestamptz not null,
        primary key (organization_id, change_request_id, user_id, action)
      );
      -- Who was asked for a review.
      create table content.change_request_reviewer (
        organization_id text collate "C" not null,
        change_request_id text collate "C" not null,
        user_id text collate "C" not null,
        requested_by text collate "C" not null,
        revision_id text collate "C" not null,
        created_at timestamptz not null,
        primary key (organization_id, change_request_id, user_id)
      );
      -- What reviewers said of the content at a revision.
      create table content.change_request_review (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        change_request_id text collate "C" not null,
        revision_id text collate "C" not null,
        reviewer_id text collate "C" not null,
        requested_by text collate "C",
        status text not null check (status in ('approved', 'changes-requested')),
        outdated boolean not null default false,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index change_request_review_of_request
        on content.change_request_review (organization_id, change_request_id, id);
      create unique index change_request_review_in_force
        on content.change_request_review (organization_id, change_request_id, reviewer_id) where not outdated;
      -- What merging could not have both ways, as JSON with every version.
      create table content.merge_conflict (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        change_request_id text collate "C" not null,
        revision_id text collate "C" not null,
        position bigint not null,
        conflict text not null,
        created_at timestamptz not null,
        resolution text check (resolution in ('main', 'changeRequest', 'proposal', 'value')),
        resolved_by text collate "C",
        resolved_at timestamptz,
        revision_resolved text collate "C",
        primary key (organization_id, id)
      );
      create unique index merge_conflict_of_request
        on content.merge_conflict (organization_id, change_request_id, revision_id, position);

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
        before text := case when tg_op = 'UPDATE' then old.status else '' end;
      begin
        insert into content.space_counts as kept
          (organization_id, space_id, change_requests, change_requests_open, change_requests_draft)
        values (new.organization_id, new.space_id, (tg_op = 'INSERT')::int,
          (new.status = 'open')::int - (before = 'open')::int, (new.status = 'draft')::int - (before = 'draft')::int)
        on conflict (organization_id, space_id) do update set
          change_requests = kept.change_requests + excluded.change_requests,
          change_requests_open = kept.change_requests_open + excluded.change_requests_open,
          change_requests_draft = kept.change_requests_draft + excluded.change_requests_draft;
        return null;
      end $body$;
      create trigger count_new after insert on content.change_request
        for each row execute function content.count_change_request();
      create trigger count_changed after update of status on content.change_request
        for each row when (old.status <> new.status) execute function content.count_change_request();

      create function content.tell_change_request_changed() returns trigger language plpgsql as $body$
      begin
        perform pg_notify('quire_record_changed', new.space_id);
        return null;
      end $body$;
      create trigger tell_changed after insert or update on content.change_request
        for each row execute function content.tell_change_request_changed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table content.merge_conflict, content.change_request_review, content.change_request_reviewer, content.change_request_contributor, content.change_request,
        content.space_counts;
      drop function content.count_change_request, content.tell_change_request_changed;
    `);
  }
}
