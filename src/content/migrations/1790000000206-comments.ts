import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Comments and the replies to them, which stand in one table: a reply names the comment it belongs to. The open ones
 * are counted by the table itself, whoever writes.
 */
export class Comments1790000000206 implements MigrationInterface {
  readonly name = 'Comments1790000000206';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.comment (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        space_id text collate "C" not null,
        change_request_id text collate "C",
        place_id text collate "C" not null generated always as (coalesce(change_request_id, space_id)) stored,
        thread_id text collate "C",
        author_id text collate "C" not null,
        posted_at timestamptz not null,
        edited_at timestamptz,
        document text not null,
        markdown text not null,
        page_id text collate "C",
        page_document text,
        node_id text collate "C",
        cell_record text,
        cell_definition text,
        revision_id text collate "C" not null,
        review_id text collate "C",
        status text check (status in ('open', 'resolved')),
        resolved_at timestamptz,
        resolved_by text collate "C",
        primary key (organization_id, id),
        check ((thread_id is null) = (status is not null))
      ) with (fillfactor = 85);
      create index comment_of_place on content.comment (organization_id, place_id, id) where thread_id is null;
      create index comment_of_page on content.comment (organization_id, place_id, page_id, id) where page_id is not null;
      create index comment_of_review on content.comment (organization_id, review_id) where review_id is not null;
      create index comment_of_author on content.comment (organization_id, place_id, author_id);
      create index comment_in_thread on content.comment (organization_id, thread_id, id) where thread_id is not null;
      create index comment_of_space on content.comment (organization_id, space_id);

      create table content.comment_reaction (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        comment_id text collate "C" not null,
        emoji text collate "C" not null,
        user_id text collate "C" not null,
        reacted_at timestamptz not null,
        primary key (organization_id, comment_id, emoji, user_id)
      );
      create index comment_reaction_of_space on content.comment_reaction (organization_id, space_id);

      create function content.add_open_comments(org text, space text, request text, more int) returns void
      language plpgsql as $body$
      begin
        if request is not null then
          update content.change_request set comments = comments + more where organization_id = org and id = request;
          return;
        end if;
        update content.space_counts set comments = comments + more where organization_id = org and space_id = space;
        if not found and more > 0 then
          insert into content.space_counts as kept (organization_id, space_id, comments) values (org, space, more)
          on conflict (organization_id, space_id) do update set comments = kept.comments + excluded.comments;
        end if;
        perform pg_notify('quire_record_changed', space);
      end $body$;

      create function content.count_comment() returns trigger language plpgsql as $body$
      begin
        perform content.add_open_comments(new.organization_id, new.space_id, new.change_request_id,
          case new.status when 'open' then 1 else -1 end);
        return null;
      end $body$;
      create trigger count_new after insert on content.comment
        for each row when (new.status = 'open') execute function content.count_comment();
      create trigger count_changed after update of status on content.comment
        for each row when (old.status <> new.status) execute function content.count_comment();

      create function content.count_comments_gone() returns trigger language plpgsql as $body$
      begin
        perform content.add_open_comments(organization_id, space_id, change_request_id, -count(*)::int)
          from gone where status = 'open' group by organization_id, space_id, change_request_id;
        return null;
      end $body$;
      create trigger count_gone after delete on content.comment
        referencing old table as gone for each statement execute function content.count_comments_gone();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table content.comment_reaction, content.comment;
      drop function content.count_comment, content.count_comments_gone, content.add_open_comments;
    `);
  }
}
