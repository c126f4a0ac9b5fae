import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OpenAPI specifications and their versions. */
export class Openapi1790000000304 implements MigrationInterface {
  readonly name = 'Openapi1790000000304';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.openapi_spec (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        slug text collate "C" not null,
        visibility text not null check (visibility in ('private', 'public')),
        source_url text,
        -- The text that was sent, until it has been processed.
        source_text text,
        processing_state text not null check (processing_state in ('pending', 'progress', 'complete')),
        run text collate "C",
        attempts smallint not null,
        last_version_id text collate "C",
        last_hash text collate "C",
        last_processed_at timestamptz,
        error_code text check (error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
        faults jsonb not null,
        fault_count int not null,
        validators jsonb,
        next_run_at timestamptz,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create unique index openapi_spec_by_slug on publishing.openapi_spec (organization_id, lower(slug));
      create index openapi_spec_due on publishing.openapi_spec (next_run_at) where next_run_at is not null;
      create table publishing.openapi_version (
        organization_id text collate "C" not null,
        spec_id text collate "C" not null,
        id text collate "C" not null,
        content_hash text collate "C" not null,
        source_url text,
        format text not null check (format in ('json', 'yaml')),
        outline jsonb not null,
        content_bytes int not null,
        raw_bytes int not null,
        created_at timestamptz not null,
        primary key (organization_id, spec_id, id),
        foreign key (organization_id, spec_id) references publishing.openapi_spec on delete cascade
      );
      -- The texts of versions in parts, to be passed on one by one. 'content' is the specification as JSON, 'raw' the text it
      -- was made of as it stands within a JSON string.
      create table publishing.openapi_part (
        organization_id text collate "C" not null,
        spec_id text collate "C" not null,
        version_id text collate "C" not null,
        kind text collate "C" not null check (kind in ('content', 'raw')),
        seq smallint not null,
        text text not null,
        primary key (organization_id, spec_id, version_id, kind, seq),
        foreign key (organization_id, spec_id, version_id) references publishing.openapi_version on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.openapi_part, publishing.openapi_version, publishing.openapi_spec');
  }
}
