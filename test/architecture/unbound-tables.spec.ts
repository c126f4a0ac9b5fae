import { beforeAll, describe, expect, it } from '@jest/globals';
import { grammarLoaded } from '#testing/statements/syntax-tree';
import { unboundTables } from '#testing/statements/unbound-tables';

const unbound = (text: string): string[] => unboundTables(text, (table) => table.startsWith('content.'));

describe('the look at a statement', () => {
  beforeAll(() => grammarLoaded());

  it.each([
    ['itself', 'select from content.page where organization_id = $1 and id = $2'],
    [
      'by its alias, with a cast or another collation',
      `select from content.page p where p.organization_id = $1::text collate "C"`,
    ],
    ['the other way round', 'select from content.page p where $1 = p.organization_id'],
    ['among several columns', 'select from content.page p where (p.organization_id, p.id) = ($1, $2)'],
    [
      'by a join',
      'select from content.page p join content.space s on s.organization_id = p.organization_id where p.organization_id = $1',
    ],
    [
      'by a join of equal columns',
      'select from content.page p join content.space s using (organization_id, id) where s.organization_id = $1',
    ],
    [
      'by an outer join',
      'select from content.page p left join content.space s on s.organization_id = p.organization_id where p.organization_id = $1',
    ],
    [
      'for a selection that is merged',
      'select from (select organization_id, id from content.page) p where p.organization_id = $1',
    ],
    ['for what it inserts', 'insert into content.page (organization_id, id) values ($1, $2)'],
    [
      'for what it copies',
      'insert into content.page (organization_id, id) select organization_id, $2 from content.space where organization_id = $1',
    ],
    [
      'for what it changes',
      'update content.page set id = $2 from content.space s where page.organization_id = $1 and s.organization_id = $1',
    ],
    [
      'in every part of a union',
      'select from content.page where organization_id = $1 union all select from content.space where organization_id = $1',
    ],
  ])('is content where it gives the organization %s', (_how, text) => {
    expect(unbound(text)).toEqual([]);
  });

  it.each([
    ['with an id alone', 'select from content.page p where p.id = $1', ['content.page p']],
    [
      'with one of several organizations',
      'select from content.page p where p.organization_id = any($1)',
      ['content.page p'],
    ],
    [
      'in one of two alternatives',
      'select from content.page p where p.organization_id = $1 or p.id = $2',
      ['content.page p'],
    ],
    [
      'in a query for a value',
      'select (select max(id) from content.page p where p.organization_id = s.organization_id) from content.space s where s.organization_id = $1',
      ['content.page p'],
    ],
    [
      'where it is asked whether there is a row',
      'select from content.space s where s.organization_id = $1 and exists (select from content.page p where p.organization_id = s.organization_id)',
      ['content.page p'],
    ],
    [
      'in a limited subquery',
      'select from content.space s cross join lateral (select id from content.page p where p.organization_id = s.organization_id limit 1) one where s.organization_id = $1',
      ['content.page p'],
    ],
    [
      'with what another query returns',
      'with s as (select organization_id from content.space where organization_id = $1) select from content.page p join s on s.organization_id = p.organization_id',
      ['content.page p'],
    ],
    [
      'with a list',
      'select from unnest($1::text[]) w (organization) join content.page p on p.organization_id = w.organization',
      ['content.page p'],
    ],
    [
      'in one part of a union',
      'select from content.page p where p.organization_id = $1 union select from content.space s',
      ['content.space s'],
    ],
    [
      'for what it inserts',
      'insert into content.page (organization_id, id) select * from unnest($1::text[], $2::text[])',
      ['content.page'],
    ],
    [
      'for what it deletes',
      'delete from content.page p using content.space s where s.organization_id = $1 and s.id = p.id',
      ['content.page p'],
    ],
  ])('notices where it does not, %s', (_how, text, tables) => {
    expect(unbound(text)).toEqual(tables);
  });

  it('is content with tables that belong to no organization', () => {
    expect(unbound('select from publishing.site_address where host = $1')).toEqual([]);
  });
});
