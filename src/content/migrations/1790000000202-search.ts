import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The tables of full-text search; docs/adr/0014-search.md says why they look so. Three indexes have conditions that hold
 * for every row: statements that name them go through an organization word by word, others can't by mistake.
 */
export class Search1790000000202 implements MigrationInterface {
  readonly name = 'Search1790000000202';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.search_space (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        language text collate "C" not null,
        key text collate "C" not null,
        passages bigint not null default 0,
        primary key (organization_id, space_id)
      );

      create table content.search_passage (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        page_id text collate "C" not null,
        ordinal integer not null,
        anchor text,
        heading text not null,
        description text,
        body text not null,
        length integer not null,
        terms tsvector not null,
        primary key (organization_id, space_id, page_id, ordinal)
      ) with (toast_tuple_target = 8160);
      alter table content.search_passage alter column terms set storage external;
      create index search_passage_terms on content.search_passage using gin (terms)
        with (fastupdate = on, gin_pending_list_limit = 65536);

      create table content.search_term (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        term text collate "C" not null,
        titles integer not null,
        headings integer not null,
        bodies integer not null,
        total integer not null,
        prominent integer not null,
        primary key (organization_id, space_id, term)
      ) with (fillfactor = 80);
      create index search_term_by_term on content.search_term (organization_id, term, space_id)
        include (titles, headings, bodies, total, prominent) where total > 0;
      create index search_term_unused on content.search_term (organization_id, space_id) where total <= 0;

      create table content.search_word (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        word text collate "C" not null,
        term text collate "C" not null,
        primary key (organization_id, space_id, word)
      );
      create index search_word_by_word on content.search_word (organization_id, word, space_id) include (term)
        where word > '';
      create index search_word_term on content.search_word (organization_id, space_id, term);
      create index search_word_reversed on content.search_word (organization_id, space_id, reverse(word));
      create index search_word_by_reversed on content.search_word (organization_id, reverse(word)) where word > '';

      create statistics content.search_passage_of_space (dependencies)
        on organization_id, space_id from content.search_passage;
      create statistics content.search_term_of_space (dependencies)
        on organization_id, space_id from content.search_term;
      create statistics content.search_word_of_space (dependencies)
        on organization_id, space_id from content.search_word;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table content.search_word, content.search_term, content.search_passage, content.search_space',
    );
  }
}
