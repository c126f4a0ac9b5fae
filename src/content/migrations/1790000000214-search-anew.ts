import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the index of full-text search holds is written in another way from here on, so every space is indexed again: a
 * worker does that while the server answers, and until then its pages are not found.
 */
export class SearchAnew1790000000214 implements MigrationInterface {
  readonly name = 'SearchAnew1790000000214';

  async up(runner: QueryRunner): Promise<void> {
    await indexAgain(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await indexAgain(runner);
  }
}

async function indexAgain(runner: QueryRunner): Promise<void> {
  // Where nothing was ever installed, there is no queue yet, and no space either.
  await runner.query(`
    truncate content.search_passage, content.search_term, content.search_word, content.search_space,
      content.indexed_revision;
    do $$ begin
      if exists (select from content.space) then
        perform graphile_worker.add_job('content.index-spaces',
          json_build_object('organizationId', organization_id, 'spaceIds', json_agg(id)))
        from content.space group by organization_id;
      end if;
    end $$;
  `);
}
