import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { TestCluster, type TestProcess } from '#testing/test-kernel';

const INSERT = `insert into counter (organization_id, id, version, value) values ('org', $1, 1, $2)`;

describe('a write of a transaction that is not waited for', () => {
  let cluster: TestCluster;
  let kernel: TestProcess;
  let made = 0;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
    await kernel.sql.dynamic(
      'create table counter (organization_id text, id text, version int, value int, primary key (organization_id, id))',
    );
  });

  afterAll(() => cluster.end());

  const count = async (id: string): Promise<number | undefined> =>
    (await kernel.sql.dynamic<{ value: number }>('select value from counter where id = $1', [id]))[0]?.value;

  it('shows its next statement what it wrote without waiting, and keeps it with the commit', async () => {
    const insert = `insert into counter (organization_id, id, version, value) values ('org', $1, 1, $2)`;
    const [seen, kept] = [`counter-${++made}`, `counter-${++made}`];
    await kernel.unitOfWork.transaction(async () => {
      await kernel.sql.defer('test.insert', insert, [seen, 5]);
      expect(await count(seen)).toBe(5);
      await kernel.sql.defer('test.insert', insert, [kept, 7]);
    });
    expect([await count(seen), await count(kept)]).toEqual([5, 7]);
  });

  it('fails, and stores nothing, when a deferred write fails', async () => {
    const lost = `counter-${++made}`;
    const insert = `insert into counter (organization_id, id, version, value) values ('org', $1, 1, $2::text::int)`;
    const failing = (then: () => Promise<unknown>) =>
      kernel.unitOfWork.transaction(async () => {
        await kernel.sql.defer('test.insert-text', insert, [lost, '1']);
        await kernel.sql.defer('test.insert-text', insert, [`counter-${++made}`, 'no number']);
        await then();
      });
    await expect(failing(() => Promise.resolve())).rejects.toThrow(/invalid input syntax for type integer/);
    await expect(failing(() => count(lost))).rejects.toThrow(/invalid input syntax for type integer/);
    expect(await count(lost)).toBeUndefined();
    await kernel.unitOfWork.transaction(() => kernel.sql.defer('test.insert', INSERT, [`counter-${++made}`, 1]));
  });

  it('can run later what it never came to, since an earlier statement failed', async () => {
    const insert = `insert into counter (organization_id, id, version, value) values ('org', $1, 1, 1)`;
    const write = (id: string, first?: string) =>
      kernel.unitOfWork.transaction(async () => {
        if (first !== undefined) await kernel.sql.defer('test.number', 'select $1::text::int', [first]);
        await kernel.sql.defer('test.never-parsed', insert, [id]);
      });
    const [lost, kept] = [`counter-${++made}`, `counter-${++made}`];
    await expect(write(lost, 'no number')).rejects.toThrow(/invalid input syntax for type integer/);
    await write(kept);
    await write(lost, '1');
    expect([await count(lost), await count(kept)]).toEqual([1, 1]);
  });

  it('sends nothing of what holds a value that cannot be sent', async () => {
    const bad = {
      toPostgres: () => {
        throw new Error('has no text');
      },
    };
    const failing = kernel.unitOfWork.transaction(async () => {
      await kernel.sql.defer('test.first-of-two', 'select $1::text', ['a']);
      await kernel.sql.defer('test.second-of-two', 'select $1::text', [bad]);
    });
    await expect(failing).rejects.toThrow('has no text');
    await kernel.unitOfWork.transaction(() => kernel.sql.defer('test.first-of-two', 'select $1::text', ['a']));
  });

  it('accepts any number of deferred writes', async () => {
    const insert = `insert into counter (organization_id, id, version, value) values ('many', $1, 1, 0)`;
    await kernel.unitOfWork.transaction(async () => {
      for (let i = 0; i < 50; i++) await kernel.sql.defer('test.insert-many', insert, [`many-${i}`]);
    });
    expect(await kernel.sql.dynamic(`select 1 from counter where organization_id = 'many'`)).toHaveLength(50);
  });

  describe('an array of texts', () => {
    it.each([
      ['of all kinds', ['', 'plain', '{"a":"\\"b\\\\"}', 'é 🎉', '{}', 'null', null, 'x,y']],
      ['that is long', Array.from({ length: 300 }, (_, i) => `${i} `.repeat(i))],
      ['that is empty', []],
    ])('%s arrives as it was', async (_, texts) => {
      const [row] = await kernel.sql.dynamic<{ texts: unknown }>('select to_json($1::text[]) as texts', [
        textArray(texts),
      ]);
      expect(row?.texts).toEqual(texts);
    });
  });
});
