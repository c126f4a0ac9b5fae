import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Issues found in conversations, and the clusters they are in. What clusters count is kept by the table of issues
 * itself, by statement, whatever writes; a cluster without issues is deleted there.
 */
export class IssuesAndClusters1790000050002 implements MigrationInterface {
  readonly name = 'IssuesAndClusters1790000050002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversations.cluster (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        label text not null,
        summary text not null,
        icon text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        issues int not null,
        conversations int not null,
        -- How many issues it had when its label, summary and icon were written.
        described_issues int not null,
        -- How much of its profile, the rows of cluster_term, another issue can change.
        mass real not null,
        primary key (organization_id, id)
      ) with (fillfactor = 85);
      create index cluster_by_update on conversations.cluster (organization_id, updated_at, id);
      create index cluster_by_issues on conversations.cluster (organization_id, issues, id);
      create index cluster_by_conversations on conversations.cluster (organization_id, conversations, id);
      create index cluster_to_describe on conversations.cluster (organization_id, issues)
        where issues >= 2 * described_issues;

      create table conversations.cluster_count (
        organization_id text collate "C" not null,
        cluster_id text collate "C" not null,
        kind text collate "C" not null check (kind in ('source', 'week')),
        -- A source, or the Monday that a week begins with in UTC, as 2026-01-05.
        key text collate "C" not null,
        issues int not null,
        primary key (organization_id, cluster_id, kind, key),
        foreign key (organization_id, cluster_id) references conversations.cluster on delete cascade
      ) with (fillfactor = 85);

      create table conversations.issue (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        conversation_id text collate "C" not null,
        source text collate "C" not null,
        title text not null,
        summary text not null,
        language text,
        -- When the conversation began.
        created_at timestamptz not null,
        ingested_at timestamptz not null,
        cluster_id text collate "C",
        joined_at timestamptz,
        primary key (organization_id, id),
        check ((cluster_id is null) = (joined_at is null)),
        foreign key (organization_id, conversation_id) references conversations.conversation on delete cascade,
        foreign key (organization_id, cluster_id) references conversations.cluster
      );
      create index issue_latest on conversations.issue (organization_id, created_at, id);
      create index issue_of_conversation on conversations.issue (organization_id, conversation_id, id);
      create index issue_of_cluster on conversations.issue (organization_id, cluster_id, created_at, id);
      create index issue_in_cluster on conversations.issue (organization_id, cluster_id, conversation_id);
      create index issue_alone on conversations.issue (organization_id, id) where cluster_id is null;

      create table conversations.grouping (
        organization_id text collate "C" not null primary key,
        -- When the issues were last grouped anew, and how many; null before the first time.
        grouped_at timestamptz,
        issues int not null default 0,
        -- How many have joined clusters since.
        joined int not null default 0
      );
      create table conversations.term (
        organization_id text collate "C" not null,
        term text collate "C" not null,
        -- In how many issues it is; where there are many, in how many it was when they were grouped last.
        issues int not null,
        primary key (organization_id, term)
      );
      create table conversations.cluster_term (
        organization_id text collate "C" not null,
        cluster_id text collate "C" not null,
        term text collate "C" not null,
        weight real not null,
        primary key (organization_id, cluster_id, term),
        foreign key (organization_id, cluster_id) references conversations.cluster on delete cascade
      );
      create index cluster_term_postings on conversations.cluster_term (organization_id, term, weight desc)
        include (cluster_id);
      create table conversations.cluster_change (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        at timestamptz not null,
        -- merged: issues of the cluster are in the other one now, and its id is gone. split: some are in the other one.
        kind text not null check (kind in ('merged', 'split')),
        cluster_id text collate "C" not null,
        other_id text collate "C" not null,
        issues int not null,
        primary key (organization_id, id)
      );
      create index cluster_change_of_cluster on conversations.cluster_change (organization_id, cluster_id);

      create function conversations.count_issues() returns trigger language plpgsql as $body$
      declare
        added conversations.issue[];
        removed conversations.issue[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(n) into added from new_issue n where n.cluster_id is not null;
        elsif tg_op = 'DELETE' then
          select array_agg(o) into removed from old_issue o where o.cluster_id is not null;
        else
          select array_agg(n) filter (where n.cluster_id is not null),
            array_agg(o) filter (where o.cluster_id is not null)
          into added, removed
          from new_issue n join old_issue o using (organization_id, id) where n.cluster_id is distinct from o.cluster_id;
        end if;
        if added is null and removed is null then
          return null;
        end if;
        perform conversations.lock_clusters(c.organization_id)
          from (select distinct organization_id from unnest(added || removed) order by organization_id) c;

        insert into conversations.cluster_count as k (organization_id, cluster_id, kind, key, issues)
        select c.organization_id, c.cluster_id, by.kind, by.key, sum(c.n)
        from (select *, 1 as n from unnest(added) union all select *, -1 from unnest(removed)) c
        cross join lateral (values ('source', c.source),
          ('week', to_char(date_trunc('week', c.created_at at time zone 'UTC'), 'YYYY-MM-DD'))) as by (kind, key)
        group by 1, 2, 3, 4 having sum(c.n) <> 0
        on conflict (organization_id, cluster_id, kind, key) do update set issues = k.issues + excluded.issues;
        delete from conversations.cluster_count k using (select distinct organization_id, cluster_id from unnest(removed)) c
        where k.organization_id = c.organization_id and k.cluster_id = c.cluster_id and k.issues = 0;

        -- A conversation counts once, however many of its issues are in the cluster.
        update conversations.cluster k set issues = k.issues + d.issues, conversations = k.conversations + d.conversations,
          updated_at = greatest(k.updated_at, d.joined_at)
        from (
          select c.organization_id, c.cluster_id, sum(c.n) as issues, max(c.joined_at) as joined_at,
            sum((there.n > 0)::int - (there.n - c.n > 0)::int) as conversations
          from (select c.organization_id, c.cluster_id, c.conversation_id, sum(c.n) as n,
              max(c.joined_at) filter (where c.n > 0) as joined_at
            from (select *, 1 as n from unnest(added) union all select *, -1 from unnest(removed)) c group by 1, 2, 3) c
          cross join lateral (select count(*) as n from conversations.issue i where i.organization_id = c.organization_id
            and i.cluster_id = c.cluster_id and i.conversation_id = c.conversation_id) there
          group by 1, 2) d
        where k.organization_id = d.organization_id and k.id = d.cluster_id;
        delete from conversations.cluster k using (select distinct organization_id, cluster_id from unnest(removed)) c
        where k.organization_id = c.organization_id and k.id = c.cluster_id and k.issues = 0;
        return null;
      end $body$;

      create trigger issues_added after insert on conversations.issue referencing new table as new_issue
        for each statement execute function conversations.count_issues();
      create trigger issues_removed after delete on conversations.issue referencing old table as old_issue
        for each statement execute function conversations.count_issues();
      create trigger issues_moved after update on conversations.issue referencing old table as old_issue
        new table as new_issue for each statement execute function conversations.count_issues();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table conversations.issue, conversations.cluster_count, conversations.cluster_term, conversations.cluster,
        conversations.grouping, conversations.term, conversations.cluster_change;
      drop function conversations.count_issues()
    `);
  }
}
