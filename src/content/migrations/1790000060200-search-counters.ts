import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counters of terms change with every page that is indexed. No index names them any more, neither as what it includes nor
 * in a condition, so that PostgreSQL changes a row in its place (HOT). Only jobs that index wait while the index is
 * made; searches do not. Until they are replaced, processes of the version before search many spaces more slowly.
 *
 * `reached`: how far a run has come that brings the index to `toward`, see IndexSpace. How much may wait to be sorted into
 * the index of terms is decided where it is written.
 */
export class SearchCounters1790000060200 implements MigrationInterface {
  readonly name = 'SearchCounters1790000060200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content.indexed_revision add column reached text;
      create index search_term_of_all on content.search_term (organization_id, term, space_id) where term > '';
      drop index content.search_term_unused, content.search_term_by_term;
      alter index content.search_passage_terms reset (gin_pending_list_limit)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter index content.search_passage_terms set (gin_pending_list_limit = 65536);
      create index search_term_by_term on content.search_term (organization_id, term, space_id)
        include (titles, headings, bodies, total, prominent) where total > 0;
      create index search_term_unused on content.search_term (organization_id, space_id) where total <= 0;
      drop index content.search_term_of_all;
      alter table content.indexed_revision drop column reached`);
  }
}
