import { describe, expect, it } from '@jest/globals';
import { comparingOneByOne } from '#testing/statements/planned-statements';
import { onOneServer } from '#testing/one-server';

const compared = (text: string): Promise<string[]> => comparingOneByOne([{ name: 'planted', text }]);

const LIST = 'unnest($2::text[]) n (id)';

onOneServer(describe, 'the planner of one server is told what it knows')('the look at plans', () => {
  it.each([
    [
      'a list that is joined with the rows of an organization',
      `select n.id from ${LIST} join organization.member m on m.organization_id = $1 and m.id = n.id for key share of m`,
      'organization.member',
    ],
    [
      'a change of rows that were looked up one by one',
      `update organization.team t set spaces = 1 from (
         select o.id from ${LIST} cross join lateral (
           select o.id from organization.team o where o.organization_id = $1 and o.id = n.id offset 0) o
         order by o.id offset 0) c
       where t.organization_id = $1 and t.id = c.id`,
      'organization.team',
    ],
    [
      'what is looked up after a list',
      `select d.body from ${LIST}
       join content.live_page p on p.organization_id = $1 and p.space_id = $3 and p.page_id = n.id
       join content.document d on d.organization_id = $1 and d.hash = p.document`,
      'content.document',
    ],
  ])('notices %s', async (_, text, table) => {
    expect(await compared(text)).toEqual([`planted compares a list one by one with ${table}`]);
  });

  it.each([
    [
      'rows that are looked up one by one',
      `select n.id from ${LIST} cross join lateral (
         select from organization.member m where m.organization_id = $1 and m.id = n.id offset 0) m`,
    ],
    [
      'an index that is asked for all items at once',
      `select m.id from organization.member m
       where m.organization_id = $1 and m.id = any(array(select n.id from ${LIST}))`,
    ],
    [
      'a list of a few',
      `select m.id from (select n.id from ${LIST} order by 1 limit 1) n
       join organization.member m on m.organization_id = $1 and m.id = n.id`,
    ],
    ['a table that only the test has', `select from ${LIST} join planted.nothing m on m.id = n.id and m.of = $1`],
  ])('does not mind %s', async (_, text) => {
    expect(await compared(text)).toEqual([]);
  });

  it('refuses what no planner understands', async () => {
    await expect(compared(`select from ${LIST} where n.id > 1 + $1::date`)).rejects.toThrow(/operator does not exist/);
  });
});
