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
