import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What documents and pages link to, and where they are linked from. */
export class Links1790000000207 implements MigrationInterface {
  readonly name = 'Links1790000000207';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Each link with the block it stands in, and the anchors there are; null where there are none.
      alter table content.document
        add links text[] collate "C",
        add link_nodes text[] collate "C",
        add anchors text[] collate "C";

      -- The links of a page's fields.
      alter table content.live_page add links text[] collate "C";

      create table content.live_content (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        content_id text collate "C" not null,
        title text not null,
        document bytea not null,
        primary key (organization_id, space_id, content_id)
      );

      -- What a page or a reusable content leads to, each as '<space> <id>', with a slash before it where the link names
      -- the space. By itself, so that the index is left alone by whatever else changes of a page; no row for nothing.
      create table content.live_target (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        kind text not null,
        item_id text collate "C" not null,
        targets text[] collate "C" not null,
        primary key (organization_id, space_id, kind, item_id)
      );
      -- Whoever writes it finds it in order, whoever reads next.
      create index live_target_targets on content.live_target using gin (targets) with (fastupdate = off);

      -- Functions, and said to be cheap, so that statements which write rows keep their plan from one time to the next.
      create function content.texts(list jsonb) returns text[] language plpgsql immutable strict cost 1 as $body$
      begin
        return array(select jsonb_array_elements_text(list));
      end $body$;
      -- What a document and the fields of a page lead to, in order; null for nothing.
      create function content.link_targets(org text, space text, document bytea, fields jsonb) returns text[]
      language plpgsql stable cost 1 as $body$
      begin
        return (
          select array_agg(distinct case when t.target like '/%' then t.target else space || ' ' || t.target end)
          from (
            select unnest(d.targets) as target from content.document d where d.organization_id = org and d.hash = document
            union all select jsonb_array_elements_text(fields) collate "C"
          ) t);
      end $body$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function content.link_targets, content.texts;
      drop table content.live_target, content.live_content;
      alter table content.live_page drop links;
      alter table content.document drop anchors, drop link_nodes, drop links;
    `);
  }
}
