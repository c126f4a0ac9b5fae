import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sentStatements, type SentStatement } from '#kernel/infrastructure/database/sent-statements';
import { TestCluster, type TestProcess } from '#testing/test-kernel';

describe('the organization of a record', () => {
  let cluster: TestCluster;
  let process: TestProcess;
  const sent: string[] = [];
  const note = (message: unknown) => void sent.push((message as SentStatement).name);

  beforeAll(async () => {
    cluster = await TestCluster.create();
    process = await cluster.process();
    sentStatements.subscribe(note);
  });
  beforeEach(() => void sent.splice(0));
  afterAll(async () => {
    sentStatements.unsubscribe(note);
    await cluster.end();
  });

  const insert = (id: string, organization = 'first') =>
    process.sql.rows(
      'test.insert',
      `insert into content.collection (organization_id, id, version, title, rank, created_by, created_at, updated_at)
       values ($2, $1, 1, $1, 'a', 'user', now(), now())`,
      [id, organization],
    );

  /** The title of a collection, and how often it was read. */
  const reading = (id: string) => {
    const organizations: string[] = [];
    const found = process.sql.within({ table: 'content.collection', id }, (organizationId) => {
      organizations.push(organizationId);
      return process.sql.row<{ title: string }>(
        'test.read',
        'select title from content.collection where organization_id = $1 and id = $2',
        [organizationId, id],
      );
    });
    return found.then((row) => ({ title: row?.title, organizations }));
  };

  it('is looked up once; from then on a read takes no statement for it', async () => {
    await insert('once');
    expect(await reading('once')).toEqual({ title: 'once', organizations: ['first'] });
    sent.splice(0);
    expect(await reading('once')).toEqual({ title: 'once', organizations: ['first'] });
    expect(sent).toEqual(['test.read']);
  });

  it('is looked up again where the record is not there any more: it may have been transferred', async () => {
    await insert('moved');
    await reading('moved');
    await process.sql.rows('test.take', 'delete from content.collection where organization_id = $1 and id = $2', [
      'first',
      'moved',
    ]);
    await insert('moved', 'second');
    expect(await reading('moved')).toEqual({ title: 'moved', organizations: ['first', 'second'] });
    expect(await reading('moved')).toEqual({ title: 'moved', organizations: ['second'] });
  });

  it('is looked up again where the record is transferred just after it was looked up first', async () => {
    await insert('moving');
    const organizations: string[] = [];
    const found = await process.sql.within({ table: 'content.collection', id: 'moving' }, async (organizationId) => {
      if (organizations.push(organizationId) === 1)
        await process.sql.rows('test.move', `update content.collection set organization_id = 'second' where id = $1`, [
          'moving',
        ]);
      return process.sql.row<{ title: string }>(
        'test.read',
        'select title from content.collection where organization_id = $1 and id = $2',
        [organizationId, 'moving'],
      );
    });
    expect([found, organizations]).toEqual([{ title: 'moving' }, ['first', 'second']]);
  });

  it('is none for a record that does not exist, or not any more, and nothing is read in vain', async () => {
    expect(await reading('unknown')).toEqual({ title: undefined, organizations: [] });
    await insert('deleted');
    await reading('deleted');
    await process.sql.rows('test.delete', 'delete from content.collection where id = $1', ['deleted']);
    expect(await reading('deleted')).toEqual({ title: undefined, organizations: ['first'] });
    sent.splice(0);
    expect(await reading('deleted')).toEqual({ title: undefined, organizations: [] });
    expect(sent).toEqual(['organization-of.content.collection']);
  });

  it('is looked up beside a transaction that has sent nothing, which can still wait for its turn', async () => {
    await insert('beside');
    await process.unitOfWork.transaction(async () => {
      await process.sql.within({ table: 'content.collection', id: 'beside' }, () => Promise.resolve('found'));
      expect(process.unitOfWork.open?.hasBegun).toBe(false);
    });
  });

  it('is that of the transaction, once it has written', async () => {
    await process.unitOfWork.transaction(async () => {
      await insert('within');
      expect(await reading('within')).toEqual({ title: 'within', organizations: ['first'] });
    });
  });
});
