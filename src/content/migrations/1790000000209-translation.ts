import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Translations of spaces, what they made, what they remember, and the glossaries they use. */
export class Translation1790000000209 implements MigrationInterface {
  readonly name = 'Translation1790000000209';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- space_id is the space that is translated.
      create table content.translation (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        version int not null,
        status text not null check (status in ('pending', 'running', 'completed')),
        space_id text collate "C" not null,
        source_language text not null,
        language text not null,
        instructions text,
        target_id text collate "C" not null,
        source_revision text collate "C",
        recipe text,
        result_revision text collate "C" not null,
        error text,
        again boolean not null,
        attempts int not null,
        stats jsonb not null,
        started_at timestamptz,
        created_by text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index translation_by_id on content.translation (id);
      create index translation_of_space on content.translation (organization_id, space_id, id);

      -- What runs made of pages and reusable contents; space_id is the space that holds the result.
      create table content.translated_item (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        item_id text collate "C" not null,
        texts text not null,
        document bytea,
        untranslated int not null,
        primary key (organization_id, space_id, item_id)
      );
      create index translated_item_untranslated on content.translated_item (organization_id, space_id, item_id)
        where untranslated > 0;

      -- Translated segments of a space, under a hash of all they were made by.
      create table content.translation_memory (
        organization_id text collate "C" not null,
        space_id text collate "C" not null,
        key bytea not null,
        text text not null,
        primary key (organization_id, space_id, key)
      );

      create table content.glossary_entry (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        terms jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table content.glossary_entry, content.translation_memory, content.translated_item, content.translation;
    `);
  }
}
