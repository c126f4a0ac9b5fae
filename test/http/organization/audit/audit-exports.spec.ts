import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Settings } from '#kernel/infrastructure/settings';
import { TestServer, type TestUser } from '#testing/test-server';

const DAY = 86_400_000;
const JOB = 'organization.export-audit';

describe('old entries of the audit trail', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.reset();
    ada = await server.administrator();
    await server.drain();
    // That of the administrator's own creation would be moved as well.
    await server.rows(
      `insert into organization.audit_export (organization_id, id, hash, size, entries, from_at, through_at)
       values ($1, 'x', '', 0, 0, '-infinity', 'infinity')`,
      [ada.organization],
    );
    await server.rows('delete from organization.audit_event where organization_id = $1', [ada.organization]);
    await server.rows(`delete from organization.audit_export where organization_id = $1`, [ada.organization]);
  });

  /** Entries from `days` ago on, one a minute. */
  const entries = (count: number, days: number): Promise<unknown[]> =>
    server.rows(
      `insert into organization.audit_event (organization_id, id, occurred_at, action, target_type, target_id, payload)
       select $1, 'd' || $2::int || 'e' || lpad(n::text, 5, '0'), now() - make_interval(days => $2::int) + make_interval(mins => n),
         'team.created', 'team', 'target', jsonb_build_object('n', n, 'text', E'line\\nend')
       from generate_series(1, $3::int) n`,
      [ada.organization, days, count],
    );
  const left = async (): Promise<number> =>
    (await server.rows('select from organization.audit_event where organization_id = $1', [ada.organization])).length;

  const folder = (): string => join(server.app.get(Settings).dataDir, 'blobs', ada.organization);
  const files = (): string[] =>
    readdirSync(folder(), { recursive: true, encoding: 'utf8' }).filter((n) => n.length > 60);
  /** The ids of all entries in the files that are recorded, each compared with its hash. */
  async function exported(): Promise<string[]> {
    const rows = await server.rows<{ hash: string; entries: number }>(
      `select encode(hash, 'hex') as hash, entries from organization.audit_export where organization_id = $1 order by id`,
      [ada.organization],
    );
    return rows.flatMap(({ hash, entries: count }) => {
      const bytes = readFileSync(join(folder(), hash.slice(0, 2), hash));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
      const [head, ...lines] = gunzipSync(bytes)
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; entries?: number });
      expect([head?.entries, lines.length]).toEqual([count, count]);
      return lines.map(({ id }) => id);
    });
  }

  it('are moved into files of JSON Lines, and the younger ones stay', async () => {
    await entries(4_500, 500);
    await entries(10, 390);
    await server.runJob(JOB);
    expect(await left()).toBe(10);
    const ids = await exported();
    expect([ids.length, new Set(ids).size, files().length]).toEqual([4_500, 4_500, 3]);
    await server.runJob(JOB);
    expect(files()).toHaveLength(3);
  });

  it('wait until there is a month of them', async () => {
    await entries(10, 410);
    await server.runJob(JOB);
    expect(await left()).toBe(10);
    server.clock.advance(25 * DAY);
    await server.runJob(JOB);
    expect(await left()).toBe(0);
    expect(await exported()).toHaveLength(10);
  });

  it('are not listed any more, and a list that had begun with them ends before them', async () => {
    await entries(3, 500);
    await entries(3, 390);
    const path = `/v1/orgs/${ada.organization}/audit-events`;
    const first = await ada.api.get(`${path}?limit=2`);
    expect((await ada.api.get(`${path}/d500e00001`)).status).toBe(200);
    await server.runJob(JOB);
    const rest = await ada.api.get(`${path}?limit=2&page=${first.body.next.page}`);
    expect(rest.body).toEqual({ items: [expect.objectContaining({ id: 'd390e00001' })], count: expect.anything() });
    expect((await ada.api.get(`${path}/d500e00001`)).status).toBe(404);
    const old = await ada.api.get(`${path}?to=${new Date(Date.now() - 450 * DAY).toISOString()}`);
    expect(old.body.items).toEqual([]);
  });

  it('are neither lost nor there twice where the process ends after their file was written', async () => {
    await entries(50, 500);
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`select from organization.audit_event where id = 'd500e00050' for share`);
      const run = server.runJob(JOB).then(
        () => 'done',
        () => 'failed',
      );
      const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'delete from organization.audit_event%'`;
      let pids: { pid: number }[] = [];
      for (let tries = 0; pids.length === 0 && tries < 300; tries++) {
        await sleep(50);
        pids = await server.rows<{ pid: number }>(waiting);
      }
      await server.rows('select pg_terminate_backend($1)', [pids[0]?.pid]);
      expect(await run).toBe('failed');
      await other.query('rollback');
    } finally {
      await other.end();
    }
    expect([await left(), (await exported()).length, files().length]).toEqual([50, 0, 1]);
    await server.runJob(JOB);
    expect([await left(), (await exported()).length, files().length]).toEqual([0, 50, 2]);
  });

  it('are moved once by two processes at the same time', async () => {
    await entries(4_000, 500);
    const other = await TestServer.start({ databaseUrl: server.databaseUrl });
    try {
      await Promise.all([server.runJob(JOB), other.runJob(JOB)]);
      const count =
        'select coalesce(sum(entries), 0)::int as sum from organization.audit_export where organization_id = $1';
      const sum = async () => (await server.rows<{ sum: number }>(count, [ada.organization]))[0]?.sum ?? 0;
      expect((await sum()) + (await left())).toBe(4_000);
      await server.runJob(JOB);
      expect([await sum(), await left()]).toEqual([4_000, 0]);
    } finally {
      await other.stop();
    }
  });

  it('cannot be deleted from the database before they are in a file', async () => {
    await entries(1, 500);
    const erase = () =>
      server.rows(`delete from organization.audit_event where organization_id = $1`, [ada.organization]);
    await expect(erase()).rejects.toThrow('The audit trail takes no changes');
    await server.runJob(JOB);
    await entries(1, 390);
    await expect(erase()).rejects.toThrow('The audit trail takes no changes');
  });

  it('stay where they are kept for ever', async () => {
    await entries(2, 5_000);
    const ever = await TestServer.start({
      databaseUrl: server.databaseUrl,
      env: { QUIRE_KEEP_AUDIT_DAYS: 'forever' },
    });
    try {
      await ever.runJob(JOB);
      expect(await left()).toBe(2);
    } finally {
      await ever.stop();
    }
  });
});
