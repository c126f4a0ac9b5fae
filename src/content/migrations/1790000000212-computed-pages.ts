import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Computed pages, and the OpenAPI specifications that they and links depend on. */
export class ComputedPages1790000000212 implements MigrationInterface {
  readonly name = 'ComputedPages1790000000212';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The specifications there are, as the context that keeps them tells.
      create table content.openapi_spec (
        organization_id text collate "C" not null,
        slug text collate "C" not null,
        id text collate "C" not null,
        last_version text collate "C",
        primary key (organization_id, slug)
      );
      create index live_page_computed on content.live_page (organization_id, space_id) where type = 'computed';

      -- What leads to a specification is found by the index of targets as well.
      with led as (
        update content.document d set targets = t.targets
        from (
          select organization_id, hash, array_agg(distinct target order by target) as targets from (
            select organization_id, hash, unnest(targets) as target from content.document
            union all
            select organization_id, hash, '/openapi ' || split_part(link, ' ', 4)
            from content.document, unnest(links) link where link like 'openapi %'
          ) t group by organization_id, hash
        ) t
        where t.organization_id = d.organization_id and t.hash = d.hash
          and exists (select from unnest(d.links) link where link like 'openapi %')
        returning d.organization_id, d.hash, d.targets
      )
      insert into content.live_target as l (organization_id, space_id, kind, item_id, targets)
      select i.organization_id, i.space_id, i.kind, i.item_id, array_agg(target order by target)
      from led d
      join (
        select organization_id, space_id, 'page' as kind, page_id as item_id, document from content.live_page
        union all select organization_id, space_id, 'content', content_id, document from content.live_content
      ) i on i.organization_id = d.organization_id and i.document = d.hash
      cross join unnest(d.targets) target
      where target like '/openapi %'
      group by i.organization_id, i.space_id, i.kind, i.item_id
      on conflict (organization_id, space_id, kind, item_id) do update set
        targets = array(select distinct unnest(l.targets || excluded.targets) t order by t);

      -- Computed pages are not shown: the pages that they make are.
      create or replace function content.child_pages(org text, space text, parent text, app text) returns text
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
          where p.organization_id = org and p.space_id = space and p.parent_id = parent and p.type <> 'computed'
        ), '[]');
      end $body$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index content.live_page_computed; drop table content.openapi_spec');
  }
}
