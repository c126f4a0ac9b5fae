import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One statement for the pages below each page that has any, not one for every page. */
export class PagesBelow1790000060400 implements MigrationInterface {
  readonly name = 'PagesBelow1790000060400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      childPages(`case when exists (
        select from content.live_page c where c.organization_id = org and c.space_id = space
          and c.parent_id = p.page_id and c.type <> 'computed'
      ) then content.child_pages(org, space, p.page_id, app) else '[]' end`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(childPages('content.child_pages(org, space, p.page_id, app)'));
  }
}

function childPages(below: string): string {
  return `
    create or replace function content.child_pages(org text, space text, parent text, app text) returns text
    language plpgsql stable as $body$
    begin
      return coalesce((
        select '[' || string_agg(
          '{' || p.members
            || coalesce(',"path":' || to_json(p.path)::text, '')
            || ',"urls":{"app":' || to_json(app || coalesce(p.path, ''))::text || '}'
            || ',"pages":' || ${below} || '}',
          ',' order by p.rank, p.page_id) || ']'
        from content.live_page p
        where p.organization_id = org and p.space_id = space and p.parent_id = parent and p.type <> 'computed'
      ), '[]');
    end $body$`;
}
