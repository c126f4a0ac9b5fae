import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What blocks show of the latest version of a specification, as Markdown. Specifications that are there get theirs from
 * a worker while the server answers; until then their operations are tags without text, as before.
 */
export class OpenapiTexts1790000060031 implements MigrationInterface {
  readonly name = 'OpenapiTexts1790000060031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.openapi_text (
        organization_id text collate "C" not null,
        spec_id text collate "C" not null,
        -- A hash of what it is about: names may be longer than an index has room for.
        key text collate "C" not null,
        introduction text not null,
        text text not null,
        primary key (organization_id, spec_id, key),
        foreign key (organization_id, spec_id) references publishing.openapi_spec on delete cascade
      );
      do $$ begin
        if exists (select from publishing.openapi_spec where last_version_id is not null) then
          perform graphile_worker.add_job('publishing.write-openapi-texts',
            json_build_object('organizationId', organization_id, 'specId', id))
          from publishing.openapi_spec where last_version_id is not null;
        end if;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.openapi_text');
  }
}
