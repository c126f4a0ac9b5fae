import { beforeAll, describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { disturbances } from '#testing/statements/disturbances';
import { grammarLoaded } from '#testing/statements/syntax-tree';
import { MIGRATIONS } from '../../src/app.module.js';

/**
 * The newest migration that does not keep these rules. What these do to tables with rows was measured with 100,000
 * pages: see decision 75.
 */
const BEFORE_THE_RULES = 1790000060550;

const timeOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0]);

async function statementsOf(migration: MigrationInterface): Promise<string[]> {
  const texts: string[] = [];
  await migration.up({
    query: (text: string) => Promise.resolve(void texts.push(text)),
  } as unknown as QueryRunner);
  return texts;
}

describe('migrations', () => {
  beforeAll(() => grammarLoaded());

  it('run beside processes that work, and those of the version before', async () => {
    const found: string[] = [];
    for (const Migration of MIGRATIONS.flatMap(({ migrations }) => migrations)) {
      const migration = new Migration();
      if (timeOf(Migration.name) <= BEFORE_THE_RULES) continue;
      const faults = disturbances(await statementsOf(migration), migration.transaction !== false);
      found.push(...faults.map((fault) => `${Migration.name}: ${fault}`));
    }
    expect(found).toEqual([]);
  });

  it('are looked at by their statements', async () => {
    const [Garbage] = MIGRATIONS.flatMap(({ migrations }) => migrations).filter(({ name }) => /^Garbage1/.test(name));
    if (!Garbage) throw new Error('The migration that is looked at is gone: choose another that makes an index');
    expect(disturbances(await statementsOf(new Garbage()), true)).toEqual([
      'content.revision: creates an index while writers wait; use "concurrently"',
    ]);
  });

  it.each([
    ['a table with an index', ['create table a.b (id int primary key)', 'create index on a.b (id)']],
    ['an index that lets others write', ['create index concurrently on a.b (id)']],
    ['a column that may be empty', ['alter table a.b add column c text']],
    ['a column with a value that is the same for all', [`alter table a.b add column c text not null default 'x'`]],
    ['a check of new rows', ['alter table a.b add constraint c check (id > 0) not valid']],
    ['a key from an index', ['alter table a.b add constraint c unique using index d']],
    ['a function', ['create or replace function a.f() returns int language sql as $$ select 1 $$']],
  ])('may make %s', (_what, texts) => {
    expect(disturbances(texts, true)).toEqual([]);
  });

  it('may validate a constraint outside of a transaction', () => {
    expect(disturbances(['alter table a.b validate constraint c'], false)).toEqual([]);
  });

  it.each([
    ['an index that stops writers', 'create index on a.b (id)', /a\.b: creates an index while writers wait/],
    ['a change of all rows', 'update a.b set id = 1', /a\.b: changes rows of a whole table/],
    ['a deletion of all rows', 'delete from a.b', /a\.b: deletes rows of a whole table/],
    ['a lock', 'lock table a.b', /locks a table/],
    [
      'a column with a value of each row',
      'alter table a.b add column c uuid default gen_random_uuid()',
      /computed for/,
    ],
    ['a numbered column', 'alter table a.b add column c int generated always as identity', /computed for each row/],
    ['a column that older processes leave empty', 'alter table a.b add column c text not null', /must have a value/],
    ['another type', 'alter table a.b alter column c type bigint', /changes the type/],
    ['a column that must have a value', 'alter table a.b alter column c set not null', /reads the whole table/],
    ['a check of all rows', 'alter table a.b add constraint c check (id > 0)', /adds a check/],
    ['a foreign key', 'alter table a.b add foreign key (id) references a.c (id)', /adds a foreign key/],
    ['a unique column', 'alter table a.b add column c int unique', /adds a unique key/],
    ['a validation that keeps other locks', 'alter table a.b validate constraint c', /transaction = false/],
    ['a column that is dropped', 'alter table a.b drop column c', /the version before uses/],
    ['a column that is renamed', 'alter table a.b rename column c to d', /the version before uses/],
    ['a table that is dropped', 'drop table a.b', /the version before uses/],
  ])('notices %s', (_what, text, fault) => {
    expect(disturbances([text], true).join('\n')).toMatch(fault);
  });
});
