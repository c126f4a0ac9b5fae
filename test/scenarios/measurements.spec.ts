import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { parse } from 'yaml';
import { freePort, QuireProcess } from './support/quire-process.js';

const PATIENCE_MS = 60_000;

describe('measurements for Prometheus', () => {
  let port: number;
  let quire: QuireProcess;
  let client: pg.Client;
  const backups = mkdtempSync(join(tmpdir(), 'quire-measured-'));

  beforeAll(async () => {
    port = await freePort();
    quire = new QuireProcess({
      QUIRE_METRICS_PORT: String(port),
      QUIRE_BACKUP_SCHEDULE: '0 2 29 2 *',
      QUIRE_BACKUP_TO: backups,
    });
    await quire.start();
    client = new pg.Client({ connectionString: quire.databaseUrl });
    await client.connect();
  }, 120_000);
  afterAll(async () => {
    await client.end();
    await quire.dispose();
    rmSync(backups, { recursive: true });
  });

  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  /** The value of the series with these words in its line; undefined where there is none. */
  const valueOf = (text: string, name: string, ...words: string[]): number | undefined => {
    const line = text
      .split('\n')
      .find((each) => /^[^ {]+/.exec(each)?.[0] === name && words.every((word) => each.includes(word)));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
  };

  const until = async (name: string, words: string[], holds: (value: number | undefined) => boolean) => {
    for (const giveUp = Date.now() + PATIENCE_MS; ; await sleep(200)) {
      const value = valueOf(await metrics(), name, ...words);
      if (holds(value)) return value;
      if (Date.now() > giveUp) throw new Error(`${name} ${words.join(' ')} is ${value}`);
    }
  };

  it('count requests by operation and status, without what addresses name', async () => {
    const { body } = await quire.call<{ id: string }>('POST', '/orgs', { title: 'Measured' });
    for (let i = 0; i < 3; i++) await quire.call('GET', `/orgs/${body.id}`);
    await quire.call('GET', '/orgs/none-of-this-name');
    const text = await metrics();
    const count = 'http_server_request_duration_seconds_count';
    expect(valueOf(text, count, '"GET"', '"/v1/orgs/:organizationId"', '"200"')).toBe(3);
    expect(valueOf(text, count, '"GET"', '"/v1/orgs/:organizationId"', '"404"')).toBe(1);
    expect(text).not.toContain(body.id);
    expect(text).not.toContain('none-of-this-name');
  });

  it('count each request once, also of HEAD, of files and of addresses that no operation has', async () => {
    const count = 'http_server_request_duration_seconds_count';
    for (const [method, path] of [
      ['HEAD', '/v1/user'],
      ['GET', '/docs/swagger-ui.css'],
      ['GET', '/no/such/address'],
      ['POST', '/no/such/address'],
    ] as const)
      await (await fetch(`${quire.url}${path}`, { method })).arrayBuffer();
    const text = await metrics();
    expect(valueOf(text, count, '"HEAD"', '"/v1/user"', '"401"')).toBe(1);
    expect(valueOf(text, count, '"GET"', '"/docs/*"', '"200"')).toBe(1);
    expect(valueOf(text, count, '"GET"', '"unknown"', '"404"')).toBe(1);
    expect(valueOf(text, count, '"POST"', '"unknown"', '"404"')).toBe(1);
    const buckets = 'http_server_request_duration_seconds_bucket';
    expect(valueOf(text, buckets, '"HEAD"', '"/v1/user"', 'le="+Inf"')).toBe(1);
  });

  it('show nothing of their own reading', async () => {
    await until('db_client_connection_count', ['"idle"'], (value) => (value ?? 0) > 0);
    // Longer than what was read of the database is kept, so that it is asked again.
    await sleep(10_500);
    const text = await metrics();
    expect(valueOf(text, 'db_client_connection_pending_requests')).toBe(0);
    expect(valueOf(text, 'db_client_connection_count', '"used"')).toBe(0);
    expect(valueOf(text, 'http_server_active_requests')).toBe(0);
  });

  it('tell of jobs that were run, that wait and since when, and that are parked', async () => {
    await client.query(`select graphile_worker.add_job('test.of-no-handler', run_at := now() - interval '90 seconds')`);
    await client.query(`select graphile_worker.add_job('test.parked', max_attempts := 1)`);
    await client.query(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
    await until('quire_jobs_waiting', ['"test.of-no-handler"'], (value) => value === 1);
    const text = await metrics();
    expect(valueOf(text, 'quire_jobs_oldest_wait_seconds', '"test.of-no-handler"')).toBeGreaterThanOrEqual(90);
    expect(valueOf(text, 'quire_jobs_waiting', '"test.parked"')).toBe(0);
    expect(valueOf(text, 'quire_jobs_parked')).toBe(1);
    await until('quire_job_duration_seconds_count', ['"done"'], (value) => (value ?? 0) > 0);
  });

  it('tell of the newest backup of the schedule, its size and failures', async () => {
    expect(valueOf(await metrics(), 'quire_backup_age_seconds')).toBeUndefined();
    await client.query(`select graphile_worker.add_job('kernel.write-backup')`);
    await until('quire_backup_size_bytes', [], (value) => (value ?? 0) > 10_000);
    const text = await metrics();
    expect(valueOf(text, 'quire_backup_age_seconds')).toBeLessThan(60);
    expect(valueOf(text, 'quire_backup_missed')).toBe(0);
    expect(valueOf(text, 'quire_backup_failures_total')).toBe(0);
    await client.query(`update kernel.backup_state set good_at = good_at - interval '12 years', failures = 3`);
    await until('quire_backup_missed', [], (value) => value === 1);
    expect(valueOf(await metrics(), 'quire_backup_failures_total')).toBe(3);
  });

  it('are those that the documents name, and alerts and the dashboard are about no others', async () => {
    const text = await metrics();
    const told = [...text.matchAll(/^# TYPE (\S+) /gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'target_info');
    const page = readFileSync('docs/operate/monitoring.md', 'utf8');
    expect([...page.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, name]) => name).sort()).toEqual(told.sort());
    const series = new Set(
      told.flatMap((name) => [name, ...['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)]),
    );
    const { groups } = parse(readFileSync('deploy/monitoring/rules.yml', 'utf8')) as {
      groups: { rules: { expr: string }[] }[];
    };
    const { panels } = JSON.parse(readFileSync('deploy/monitoring/grafana.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const expressions = [...groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets }) => targets)];
    const asked = expressions.flatMap(
      ({ expr }) => expr.match(/\b(?:quire|http|db|process|nodejs)_[a-z0-9_]+(?=[{[) =<>/]|$)/g) ?? [],
    );
    const labels = /^(?:http_request_method|http_route|http_response_status_code)$/;
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !series.has(name) && !labels.test(name))).toEqual([]);
  });

  it('are answered while the database is not, and say so', async () => {
    await client.query('begin');
    await client.query('lock table graphile_worker._private_jobs in access exclusive mode');
    try {
      await until('quire_database_reachable', [], (value) => value === 0);
      expect(valueOf(await metrics(), 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    } finally {
      await client.query('rollback');
    }
    await until('quire_database_reachable', [], (value) => value === 1);
  });

  it('are at their own port alone, which has nothing else', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/v1/user`)).status).toBe(404);
    expect((await fetch(`${quire.url}/metrics`)).status).toBe(404);
  });

  it('end a start that finds their port taken, by its name', async () => {
    const other = new QuireProcess({ QUIRE_METRICS_PORT: String(port) });
    await expect(other.start()).rejects.toThrow(`QUIRE_METRICS_PORT is ${port}, where another program listens already`);
    await other.kill();
  }, 60_000);
});
