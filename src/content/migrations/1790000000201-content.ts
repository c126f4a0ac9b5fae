import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spaces, their revisions as maps of hashed nodes, and projections of what is current. */
export class Content1790000000201 implements MigrationInterface {
  readonly name = 'Content1790000000201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.space (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        title text not null,
        emoji text,
        icon text,
        parent text collate "C",
        default_level text,
        chain text[] collate "C" not null,
        level text,
        edit_mode text not null,
        template boolean not null default false,
        language text not null,
        merge_rules jsonb not null,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        primary key (organization_id, id)
      );
      create index space_by_id on content.space (id);
      create index space_deleted on content.space (deleted_at) where deleted_at is not null;

      create table content.space_head (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        revision_id text collate "C" not null,
        sources int not null default 0,
        updated_at timestamptz not null,
        primary key (organization_id, space_id)
      ) with (fillfactor = 70);

      create table content.revision (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        space_id text collate "C" not null,
        type text not null,
        generation int not null,
        pages_root bytea,
        files_root bytea,
        contents_root bytea,
        variables jsonb not null,
        author text collate "C" not null,
        message text,
        git jsonb,
        created_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index revision_of_space on content.revision (organization_id, space_id, id);
      create table content.revision_parent (
        organization_id text collate "C" not null,
        revision_id text collate "C" not null,
        ordinal int not null,
        parent_id text collate "C" not null,
        primary key (organization_id, revision_id, ordinal)
      );

      create table content.node (
        organization_id text collate "C" not null,
        hash bytea not null,
        body text not null,
        primary key (organization_id, hash)
      );
      create table content.document (
        organization_id text collate "C" not null,
        hash bytea not null,
        body text not null,
        markdown text not null,
        slots text,
        targets text[],
        primary key (organization_id, hash)
      );
      create table content.space_document (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        hash bytea not null,
        primary key (organization_id, space_id, hash)
      );
      create table content.file_blob (
        organization_id text collate "C" not null,
        hash bytea not null,
        size bigint not null,
        content_type text not null,
        disposition text not null,
        width int,
        height int,
        created_at timestamptz not null default now(),
        primary key (organization_id, hash)
      );

      create table content.live_page (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        page_id text collate "C" not null,
        parent_id text collate "C",
        rank text collate "C" not null,
        slug text collate "C" not null,
        path text collate "C",
        type text not null,
        title text not null,
        document bytea,
        heading text not null,
        members text not null,
        primary key (organization_id, space_id, page_id)
      ) with (fillfactor = 85);
      create index live_page_children on content.live_page (organization_id, space_id, parent_id, rank, page_id);
      create index live_page_path on content.live_page (organization_id, space_id, path);
      -- Told apart from each other, organization and space seem to hold a page at most: any index with both would do.
      create statistics content.live_page_of_space (dependencies) on organization_id, space_id from content.live_page;

      create table content.live_file (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        file_id text collate "C" not null,
        name text not null,
        blob bytea not null,
        content_type text not null,
        size bigint not null,
        width int,
        height int,
        primary key (organization_id, space_id, file_id)
      );

      create table content.source_item (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        item_id text collate "C" not null,
        kind text not null,
        key text not null,
        path text,
        oid text,
        document bytea,
        reading text,
        primary key (organization_id, space_id, item_id)
      );
      create table content.space_source (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        source text not null,
        primary key (organization_id, space_id)
      );

      create table content.git_link (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        direction text not null,
        state text not null,
        url text not null,
        ref text not null,
        run text not null,
        commit text,
        error text,
        report text,
        run_id text collate "C" not null,
        attempts int not null,
        started_by text collate "C" not null,
        started_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, space_id)
      );

      create table content.indexed_revision (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        language text not null,
        pages_root bytea,
        primary key (organization_id, space_id)
      );

      create function content.child_pages(org text, space text, parent text, app text) returns text
      language plpgsql stable as $body$
      begin
        return coalesce((
          select '[' || string_agg(
            '{' || p.members
              || coalesce(',"path":' || to_json(p.path)::text, '')
              || ',"urls":{"app":' || to_json(app || coalesce(p.path, ''))::text || '}'
              || ',"pages":' || content.child_pages(org, space, p.page_id, app) || '}',
            ',' order by p.rank, p.page_id) || ']'
          from content.live_page p
          where p.organization_id = org and p.space_id = space and p.parent_id = parent
        ), '[]');
      end $body$;

      create function content.tell_space_changed() returns trigger language plpgsql as $body$
      begin
        perform pg_notify('quire_record_changed', old.id);
        return null;
      end $body$;
      create trigger tell_changed after update or delete on content.space
        for each row execute function content.tell_space_changed();

      create function content.tell_head_changed() returns trigger language plpgsql as $body$
      begin
        perform pg_notify('quire_record_changed', old.space_id);
        return null;
      end $body$;
      create trigger tell_changed after update on content.space_head
        for each row execute function content.tell_head_changed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function content.child_pages;
      drop table content.indexed_revision, content.git_link, content.space_source, content.source_item, content.live_file, content.live_page,
        content.file_blob, content.space_document, content.document, content.node, content.revision_parent,
        content.revision, content.space_head, content.space;
      drop function content.tell_space_changed, content.tell_head_changed;
    `);
  }
}
