import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RowStreams } from '#kernel/infrastructure/database/row-streams';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';

describe('row streams', () => {
  const PATIENCE_MS = 200;
  const NUMBERS = 'select n as number from generate_series(1, $1::int) n order by n';
  type Row = { number: number };

  let cluster: TestCluster;
  let process: TestProcess;
  let streams: RowStreams;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    process = await cluster.process();
    streams = new RowStreams(cluster.url, PATIENCE_MS);
  });
  afterAll(async () => {
    await streams.onApplicationShutdown();
    await cluster.end();
  });

  const read = (last: number, size: number): AsyncGenerator<Row[], void> => streams.read<Row>(NUMBERS, [last], size);
  /** The number of connections that read from a statement. */
  async function reading(): Promise<number> {
    const [row] = await process.sql.dynamic<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'quire streams' and state <> 'idle'`,
    );
    return row?.count ?? -1;
  }
  const free = (): Promise<void> => until(async () => (await reading()) === 0, 'the connections to be free');
  /** Ends all connections of the streams; waits until this process has noticed. */
  async function loseConnections(): Promise<void> {
    const all = `from pg_stat_activity where datname = current_database() and application_name = 'quire streams'`;
    await process.sql.dynamic(`select pg_terminate_backend(pid) ${all}`);
    const left = async (): Promise<boolean> => (await process.sql.dynamic(`select 1 ${all}`)).length === 0;
    await until(left, 'the connections to end');
    await process.sql.dynamic('select 1');
  }

  it.each([
    [0, []],
    [2, [2]],
    [3, [3]],
    [7, [3, 3, 1]],
  ])('give %i rows in pieces', async (last, sizes) => {
    const pieces: Row[][] = [];
    for await (const rows of read(last, 3)) pieces.push(rows);
    expect(pieces.map(({ length }) => length)).toEqual(sizes);
    expect(pieces.flat().map(({ number }) => number)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    expect(await reading()).toBe(0);
  });

  it('release the connection with the last rows', async () => {
    const rows = read(2, 3);
    expect((await rows.next()).value).toHaveLength(2);
    expect(await reading()).toBe(0);
    expect((await rows.next()).done).toBe(true);
  });

  it('release the connection when the reader stops', async () => {
    const rows = read(100, 3);
    await rows.next();
    expect(await reading()).toBe(1);
    await rows.return();
    await free();
    expect((await read(1, 3).next()).value).toEqual([{ number: 1 }]);
  });

  it('release it as well when the reader is too slow, and throw at its next read', async () => {
    const rows = read(100, 3);
    await rows.next();
    await free();
    await expect(rows.next()).rejects.toThrow('not taken in time');
  });

  it('throw the error of a statement, and go on with the next', async () => {
    await expect(streams.read('select 1 / $1::int', [0], 3).next()).rejects.toThrow('division by zero');
    await expect(streams.read('select nothing', [], 3).next()).rejects.toThrow('"nothing"');
    await free();
    expect((await read(1, 3).next()).value).toEqual([{ number: 1 }]);
  });

  it('throw when the connection is lost, and go on with another', async () => {
    const rows = read(100, 3);
    await rows.next();
    await loseConnections();
    await expect(rows.next()).rejects.toThrow();
    expect((await read(1, 3).next()).value).toEqual([{ number: 1 }]);
  });

  it('lose an idle connection unharmed', async () => {
    for await (const rows of read(2, 3)) expect(rows).toHaveLength(2);
    await loseConnections();
    expect((await read(1, 3).next()).value).toEqual([{ number: 1 }]);
  });

  it('make surplus readers wait until others have ended', async () => {
    const patient = new RowStreams(cluster.url);
    const readPatiently = (last: number) => patient.read<Row>(NUMBERS, [last], 3);
    const open = Array.from({ length: 8 }, () => readPatiently(100));
    for (const each of open) await each.next();
    const waiting = readPatiently(1).next();
    expect(await Promise.race([waiting, sleep(50, 'waits')])).toBe('waits');
    expect(await process.sql.dynamic('select 1 as one')).toEqual([{ one: 1 }]);
    await open[0]?.return();
    expect((await waiting).value).toEqual([{ number: 1 }]);
    for (const each of open) await each.return();
    await patient.onApplicationShutdown();
  });
});
