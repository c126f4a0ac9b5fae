import type { MigrationInterface, QueryRunner } from 'typeorm';

const counted = (row: string): string =>
  `(${row}.organization_id, ${row}.cluster_id, ${row}.conversation_id, ${row}.source, ${row}.created_at,
            ${row}.joined_at)::conversations.counted_issue`;
const CHANGES = '(select *, 1 as n from unnest(added) union all select *, -1 from unnest(removed)) c';

/**
 * The statements that count clusters give the organization, as all others do: where tables are distributed, its rows are
 * on one node, and PostgreSQL plans them there.
 */
export class CountsByOrganization1790000060550 implements MigrationInterface {
  readonly name = 'CountsByOrganization1790000060550';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function conversations.count_issues() returns trigger language plpgsql as $body$
      declare
        added conversations.counted_issue[];
        removed conversations.counted_issue[];
        org text;
      begin
        if tg_op = 'INSERT' then
          select array_agg(${counted('n')}) into added
          from new_issue n where n.cluster_id is not null;
        elsif tg_op = 'DELETE' then
          select array_agg(${counted('o')}) into removed
          from old_issue o where o.cluster_id is not null;
        else
          select array_agg(${counted('n')}) filter (where n.cluster_id is not null),
            array_agg(${counted('o')}) filter (where o.cluster_id is not null)
          into added, removed
          from new_issue n join old_issue o using (organization_id, id) where n.cluster_id is distinct from o.cluster_id;
        end if;
        if added is null and removed is null then
          return null;
        end if;
        for org in select distinct c.organization_id from unnest(added || removed) c order by 1 loop
          perform conversations.lock_clusters(org);

          insert into conversations.cluster_count as k (organization_id, cluster_id, kind, key, issues)
          select org, c.cluster_id, by.kind, by.key, sum(c.n) from ${CHANGES}
          cross join lateral (values ('source', c.source),
            ('week', to_char(date_trunc('week', c.created_at at time zone 'UTC'), 'YYYY-MM-DD'))) as by (kind, key)
          where c.organization_id = org
          group by 2, 3, 4 having sum(c.n) <> 0
          on conflict (organization_id, cluster_id, kind, key) do update set issues = k.issues + excluded.issues;
          delete from conversations.cluster_count k
          where k.organization_id = org and k.cluster_id = any(array(select c.cluster_id from unnest(removed) c))
            and k.issues = 0;

          -- A conversation counts once, however many of its issues are in the cluster.
          update conversations.cluster k set issues = k.issues + d.issues, conversations = k.conversations + d.conversations,
            updated_at = greatest(k.updated_at, d.joined_at)
          from (
            select c.cluster_id, sum(c.n) as issues, max(c.joined_at) as joined_at,
              sum((there.n > 0)::int - (there.n - c.n > 0)::int) as conversations
            from (select c.cluster_id, c.conversation_id, sum(c.n) as n,
                max(c.joined_at) filter (where c.n > 0) as joined_at
              from ${CHANGES} where c.organization_id = org group by 1, 2) c
            cross join lateral (select count(*) as n from conversations.issue i where i.organization_id = org
              and i.cluster_id = c.cluster_id and i.conversation_id = c.conversation_id) there
            group by 1) d
          where k.organization_id = org and k.id = d.cluster_id;
          delete from conversations.cluster k
          where k.organization_id = org and k.id = any(array(select c.cluster_id from unnest(removed) c)) and k.issues = 0;
        end loop;
        return null;
      end $body$
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function conversations.count_issues() returns trigger language plpgsql as $body$
      declare
        added conversations.counted_issue[];
        removed conversations.counted_issue[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(${counted('n')}) into added
          from new_issue n where n.cluster_id is not null;
        elsif tg_op = 'DELETE' then
          select array_agg(${counted('o')}) into removed
          from old_issue o where o.cluster_id is not null;
        else
          select array_agg(${counted('n')}) filter (where n.cluster_id is not null),
            array_agg(${counted('o')}) filter (where o.cluster_id is not null)
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
      end $body$
    `);
  }
}
