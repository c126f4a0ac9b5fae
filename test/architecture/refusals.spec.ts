import { beforeAll, describe, expect, it } from '@jest/globals';
import { refusals } from '#testing/statements/refusals';
import { grammarLoaded } from '#testing/statements/syntax-tree';

const refused = (text: string, ...absent: number[]): string[] =>
  refusals(
    text,
    (table) => {
      if (table.startsWith('content.')) return 'organizations';
      return table === 'organization.user' ? 'shared' : undefined;
    },
    new Set(absent),
  );

const INSERT = 'insert into content.page (organization_id, id, title)';

describe('the look at what a distributed database refuses', () => {
  beforeAll(() => grammarLoaded());

  it.each([
    ['values, whatever a conflict does', `${INSERT} values ($1, $2, f($3)) on conflict (id) do update set title = $3`],
    [
      'what is selected where the rows are, with a parameter for conflicts',
      `${INSERT} select s.organization_id, $2, $3 from content.space s where s.organization_id = $1
        on conflict (id) do update set title = $3`,
    ],
    [
      'what is selected so by a subquery',
      `${INSERT} select s.organization_id, $2, $3 from (select * from content.space) s where s.organization_id = $1
        on conflict (id) do update set title = $3`,
    ],
    [
      'a list, where a conflict takes what was to be inserted',
      `${INSERT} select $1, id, $3 from unnest($2::text[]) u(id) on conflict (id) do update set title = excluded.title`,
    ],
    [
      'a case of a column in a change, and of anything in what is only read',
      `update content.page set title = case title when 'a' then 'b' end where organization_id = $1;
       select case lower(title) when 'a' then 'b' end from content.page where organization_id = $1`,
    ],
    ['the time of a transaction in a change', 'update content.page set updated_at = now() where organization_id = $1'],
    [
      'a sum of that time and an interval',
      `update content.page set ends_at = now() + interval '1 day' where organization_id = $1 and ends_at < now() - $2::interval`,
    ],
    [
      'an outer join of columns, and of the organization',
      `select from content.page p left join content.space s on s.organization_id = $1 and s.id = p.space_id
        where p.organization_id = $1`,
    ],
    [
      'an outer join on what is never null',
      `select from content.page p left join content.space s on s.id = coalesce($9, '') where p.organization_id = $1`,
    ],
    [
      'an outer join on a parameter that never was null',
      'select from content.page p left join content.space s on s.id = $2 where p.organization_id = $1',
    ],
    [
      'an inner join on a parameter',
      'select from content.page p join content.space s on s.id = $9 where p.organization_id = $1',
    ],
    [
      'a part of an array within a value, and in a condition',
      `update organization.user set name = coalesce(names[1], 'x'), names = trim_array(names, 1) where names[1:2] = $2`,
    ],
    ['anything in tables of the coordinator', 'update kernel.lease set until = clock_timestamp() where id = $1'],
    ['a change of a table of all nodes', 'update organization.user set name = $2 where id = $1'],
  ])('is content with %s', (_what, text) => {
    expect(refused(text, 9)).toEqual([]);
  });

  it.each([
    [
      'a parameter for conflicts of a list',
      `${INSERT} select $1, id, 'x' from unnest($2::text[]) u(id) on conflict (id) do update set title = $3`,
      /a parameter in "on conflict"/,
    ],
    [
      'a parameter for conflicts of a row without a table',
      `${INSERT} select $1, $2, 'x' where exists (select from content.space where organization_id = $1)
        on conflict (id) do update set title = $3`,
      /a parameter in "on conflict"/,
    ],
    [
      'a parameter for conflicts of what a query before it gave',
      `with w as materialized (select organization_id, id from content.page where organization_id = $1)
        ${INSERT} select w.organization_id, w.id, 'x' from w on conflict (id) do update set title = $2`,
      /a parameter in "on conflict"/,
    ],
    [
      'a parameter among what a list returns',
      `${INSERT} select $1, id, 'x' from unnest($2::text[]) u(id) returning id, $3::text`,
      /or "returning"/,
    ],
    [
      'a parameter for conflicts in a table of all nodes',
      `insert into organization.user (id, name) select id, 'x' from unnest($1::text[]) u(id)
        on conflict (id) do update set name = $2`,
      /a parameter in "on conflict"/,
    ],
    ['a subquery among values', `${INSERT} values ($1, $2, (select 'x'))`, /a subquery among the values/],
    [
      'a function in what a conflict does',
      `${INSERT} values ($1, $2, $3) on conflict (id) do update set updated_at = now()`,
      /"on conflict" calls now/,
    ],
    [
      'a sum with an interval in what a conflict does',
      `${INSERT} values ($1, $2, $3) on conflict (id) do update set ends_at = excluded.ends_at + interval '7 days'`,
      /"on conflict" adds an interval/,
    ],
    [
      'a sum of a column and an interval in a change',
      'update content.page set ends_at = ends_at - $2::interval where organization_id = $1',
      /a change adds an interval to a column/,
    ],
    [
      'a case of a computed value in a change',
      `update content.page set title = case lower(title) when 'a' then 'b' end where organization_id = $1`,
      /a change with the "case" of a value/,
    ],
    [
      'a clock in a change',
      'update content.page set updated_at = clock_timestamp() where organization_id = $1',
      /a change calls clock_timestamp/,
    ],
    [
      'a clock in the condition of a deletion',
      'delete from content.page where organization_id = $1 and updated_at < clock_timestamp()',
      /a change calls clock_timestamp/,
    ],
    [
      'a function of the session with a column',
      `update content.page set title = concat(title, 'x') where organization_id = $1`,
      /a change calls concat with a column/,
    ],
    [
      'what a change returns of the session',
      'delete from content.page where organization_id = $1 returning now()',
      /a change calls now/,
    ],
    [
      'a time in a case of a change',
      'update content.page set updated_at = case when title = $2 then now() else updated_at end where organization_id = $1',
      /a change calls now in "case" or "coalesce"/,
    ],
    [
      'a selected revision that has the number of a transaction of its node',
      `insert into content.revision (organization_id, id) select r.organization_id, $2 from content.revision r
        where r.organization_id = $1`,
      /an insert of selected rows without written_by/,
    ],
    [
      'a change of a table of all nodes that reads others',
      'update organization.user u set name = p.title from content.page p where p.organization_id = $1 and p.id = u.id',
      /a change of a table of all nodes reads content.page/,
    ],
    [
      'a change to a part of an array',
      'update organization.user set names = (array_prepend($1::text, names))[1:200] where id = $2',
      /a change that sets names to a part of an array/,
    ],
    [
      'a conflict that sets a column to one of an array',
      `insert into organization.user as u (id, name) values ($1, $2) on conflict (id) do update set name = u.names[1]`,
      /a change that sets name to a part of an array/,
    ],
    [
      'an outer join on a parameter that is null',
      'select from content.page p left join content.space s on s.id = $9::text where p.organization_id = $1',
      /an outer join on \$9/,
    ],
    [
      'an outer join that a parameter switches off',
      'select from content.page p left join content.space s on s.id = p.space_id and $9 where p.organization_id = $1',
      /an outer join on \$9/,
    ],
  ])('notices %s', (_what, text, refusal) => {
    expect(refused(text, 9).join('\n')).toMatch(refusal);
  });
});
