import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is told of visits and of events of some types, as far as it leads to no visitor. */
export class InsightDetails1790000002050 implements MigrationInterface {
  readonly name = 'InsightDetails1790000002050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.insight_event
        -- Another one every day for the same session.
        add column session bigint,
        -- Without its query, and without the key of a share link.
        add column url text collate "C",
        add column share_link_id text collate "C",
        add column browser text collate "C",
        add column system text collate "C",
        add column bot text collate "C",
        add column language text collate "C",
        add column authenticated boolean,
        -- Name to value, as text: only claims to which the site gave a few values.
        add column claims jsonb,
        -- The campaign that led here, by the names of its parameters.
        add column campaign jsonb,
        -- What only events of some types have.
        add column details jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.insight_event drop column session, drop column url, drop column share_link_id,
        drop column browser, drop column system, drop column bot, drop column language, drop column authenticated,
        drop column claims, drop column campaign, drop column details;
    `);
  }
}
