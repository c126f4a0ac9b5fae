import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation } from './command-line.js';

describe('quire jobs', () => {
  let quire: Installation;
  let client: pg.Client;

  beforeAll(async () => {
    quire = await Installation.make();
    expect(await quire.run('migrate')).toMatchObject({ code: 0 });
    client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
  }, 120_000);

  afterAll(async () => {
    await client.end();
    await quire.remove();
  });

  /** A job after two processes ended during it and it was parked. */
  async function park(payload: object): Promise<void> {
    await client.query(`select graphile_worker.add_job('test.work', $1::json, run_at => now() + interval '1 day')`, [
      JSON.stringify(payload),
    ]);
    await client.query('update graphile_worker._private_jobs set attempts = max_attempts');
    await client.query(
      `insert into kernel.fatal_job (key, task, payload, ends, parked_at)
       values ($1, 'test.work', $2::jsonb, 2, '2026-01-02T03:04:05Z')`,
      [JSON.stringify(payload), JSON.stringify(payload)],
    );
  }

  const waiting = async (): Promise<unknown[]> =>
    (
      await client.query<object>(
        'select attempts, run_at <= now() as due from graphile_worker._private_jobs order by id',
      )
    ).rows;

  it('reports that none is parked, and so does doctor', async () => {
    expect(await quire.run('jobs')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('No job is parked'),
    });
    expect((await quire.run('doctor')).out).toMatch(/^ok {4}jobs: none is parked$/m);
    expect(await quire.run('jobs', '--release')).toMatchObject({
      code: 0,
      err: expect.stringContaining('Released: 0'),
    });
  });

  it('lists parked jobs, one a line, and leaves them parked', async () => {
    await park({ spaceId: 'one' });
    await park({ spaceId: 'two' });
    const { code, out } = await quire.run('jobs');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n').sort();
    expect(lines).toEqual(
      ['one', 'two'].map((space) =>
        expect.stringMatching(
          new RegExp(`^crash-[^ ]+  2026-01-02T03:04:05.000Z  test.work  2 attempts  {"spaceId":"${space}"}$`),
        ),
      ),
    );
    expect((await quire.run('doctor')).out).toMatch(/^warn {2}jobs: 2 are parked.*test\.work.*quire jobs$/m);
    expect(await waiting()).toEqual(Array(2).fill({ attempts: 25, due: false }));
  });

  it('has them tried again, at once and from the beginning', async () => {
    expect(await quire.run('jobs', '--release')).toMatchObject({
      code: 0,
      err: expect.stringContaining('Released: 2'),
    });
    expect(await waiting()).toEqual(Array(2).fill({ attempts: 0, due: true }));
    expect((await quire.run('jobs')).err).toContain('No job is parked');
  });

  it('lists jobs that failed too often with the last error, shortened, and releases a single one', async () => {
    for (const [name, error] of [
      ['test.first', `out\nof ${'order '.repeat(100)}`],
      ['test.second', 'no room'],
    ]) {
      await client.query(
        `with added as (select (graphile_worker.add_job($1, $2::json)).id)
         select graphile_worker.permanently_fail_jobs(array[id], $3) from added`,
        [name, JSON.stringify({ text: 'é'.repeat(1000) }), error],
      );
    }
    const lines = (await quire.run('jobs')).out.trimEnd().split('\n').sort();
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ {2}\S+Z {2}test\.first {2}25 attempts {2}{"text":"é{191}… {2}out of (order )+.*…$/),
      expect.stringMatching(/^\d+ {2}\S+Z {2}test\.second {2}25 attempts {2}{"text":"é+… {2}no room$/),
    ]);
    const id = lines[1]?.split(' ')[0] ?? '';
    expect(await quire.run('jobs', '--release', id)).toMatchObject({
      code: 0,
      err: expect.stringContaining('Released: 1'),
    });
    expect(await quire.run('jobs', '--release', id)).toMatchObject({ code: 1, err: expect.stringContaining(id) });
    expect((await quire.run('jobs')).out).toMatch(/^\d+ {2}\S+ {2}test\.first/);
  });

  it('refuses an option that it does not know', async () => {
    const { code, err } = await quire.run('jobs', '--unknown');
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--unknown') });
  });
});
