import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an embedding model says issues mean, and where clusters of them lie. */
export class Vectors1790000050060 implements MigrationInterface {
  readonly name = 'Vectors1790000050060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversations.issue_vector (
        organization_id text collate "C" not null,
        issue_id text collate "C" not null,
        -- The name of the model; vectors of different models can not be compared.
        model text not null,
        -- One signed byte for each dimension, at most 512; the length does not count.
        vector bytea not null,
        primary key (organization_id, issue_id),
        foreign key (organization_id, issue_id) references conversations.issue on delete cascade
      );
      create table conversations.cluster_vector (
        organization_id text collate "C" not null,
        cluster_id text collate "C" not null,
        model text not null,
        -- The mean of the vectors of its issues, equal texts once, in the form of these vectors.
        centroid bytea not null,
        -- How much of it another issue can change.
        mass real not null,
        primary key (organization_id, cluster_id),
        foreign key (organization_id, cluster_id) references conversations.cluster on delete cascade
      ) with (fillfactor = 85);
      alter table conversations.grouping
        -- The model whose vectors the issues were last grouped by, with their words; null where by words alone.
        add column vector_model text,
        -- How alike an issue and a cluster must be for it to join, by both.
        add column vector_least real,
        add check ((vector_model is null) = (vector_least is null));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table conversations.issue_vector, conversations.cluster_vector;
      alter table conversations.grouping drop column vector_model, drop column vector_least;
    `);
  }
}
