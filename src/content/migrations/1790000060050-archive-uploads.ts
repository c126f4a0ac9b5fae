import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Archives that are sent in parts. The parts themselves are kept where files are. */
export class ArchiveUploads1790000060050 implements MigrationInterface {
  readonly name = 'ArchiveUploads1790000060050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content.archive_upload (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        space_id text collate "C" not null,
        user_id text collate "C" not null,
        size bigint not null,
        sha256 text collate "C" not null,
        part_bytes int not null,
        -- The hash of each part; null for one that has not arrived.
        parts text[] not null,
        report text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index archive_upload_space on content.archive_upload (organization_id, space_id);
      create index archive_upload_updated on content.archive_upload (updated_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content.archive_upload');
  }
}
