import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * PDFs that are wanted or made, by what they show. They outlive neither their time nor, as the bytes are an
 * organization's, a move to another one.
 */
export class Print1790000000208 implements MigrationInterface {
  readonly name = 'Print1790000000208';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.print (
        organization_id text collate "C" not null,
        key text collate "C" not null,
        space_id text collate "C" not null,
        revision_id text collate "C" not null,
        page_id text collate "C",
        only_page boolean not null,
        language text not null,
        title text not null,
        subtitle text,
        state text not null check (state in ('waiting', 'done', 'failed')),
        attempts int not null default 0,
        error text,
        blob bytea,
        size bigint,
        pages int,
        ordered_at timestamptz not null,
        ended_at timestamptz,
        primary key (organization_id, key),
        check ((state = 'done') = (blob is not null))
      );
      create index print_waiting on content.print (organization_id) where state = 'waiting';
      create index print_ordered on content.print (ordered_at);
      create index print_blob on content.print (organization_id, blob);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.print');
  }
}
