import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { run } from './command-line.js';
import { QuireProcess } from './support/quire-process.js';

const PATIENCE_MS = 60_000;
const MINUTE_MS = 60_000;
const NAME = /^quire-\d{8}T\d{6}Z-[0-9a-f]{8}\.zip$/;

jest.setTimeout(300_000);

describe('backups by the schedule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-scheduled-'));
  let quire: QuireProcess;
  let client!: pg.Client;

  /** A connection of the server that runs now; what the one before held is released. */
  const connect = async (): Promise<void> => {
    if (client !== undefined) await client.end().catch(() => undefined);
    client = new pg.Client({ connectionString: quire.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
  };
  beforeAll(async () => {
    quire = new QuireProcess({
      QUIRE_BACKUP_SCHEDULE: '0 2 29 2 *',
      QUIRE_BACKUP_TO: folder,
      QUIRE_BACKUP_KEEP: 'all',
    });
    await quire.start();
    await connect();
  });
  afterAll(async () => {
    await client.end().catch(() => undefined);
    await quire.dispose();
    rmSync(folder, { recursive: true });
  });

  const files = (): string[] => readdirSync(folder).sort();
  const archives = (): string[] => files().filter((name) => NAME.test(name));
  /** On a connection of its own: the other one may be in a transaction. */
  const asked = async <R extends pg.QueryResultRow>(sql: string): Promise<R[]> => {
    const other = new pg.Client({ connectionString: quire.databaseUrl });
    await other.connect();
    return (await other.query<R>(sql).finally(() => other.end())).rows;
  };
  const begin = (): Promise<unknown> => asked(`select graphile_worker.add_job('kernel.write-backup')`);
  const left = async (): Promise<number> => {
    const [row] = await asked<{ left: number }>(
      `select count(*)::int as left from graphile_worker.jobs where task_identifier = 'kernel.write-backup'`,
    );
    return row?.left ?? 0;
  };
  const until = async (holds: () => boolean | Promise<boolean>, what: string): Promise<void> => {
    for (const giveUp = Date.now() + PATIENCE_MS; !(await holds()); await sleep(50))
      if (Date.now() > giveUp) throw new Error(`${what} did not happen: ${files().join(', ')} ${quire.lastOutput}`);
  };
  /** Has the next backup wait in its middle, for as long as the connection keeps this transaction. */
  const holdUp = async (): Promise<void> => {
    await client.query('begin');
    await client.query('lock table organization.organization in access exclusive mode');
  };
  const isUnderWay = (): boolean => files().some((name) => name.endsWith('.part'));
  /** The processes that write backups of this server. */
  const writers = (): number[] =>
    readdirSync('/proc').flatMap((pid) => {
      if (!/^\d+$/.test(pid)) return [];
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command.includes('--scheduled') && environment.includes(quire.dataDir) ? [Number(pid)] : [];
      } catch {
        return [];
      }
    });

  it('are written by a process of their own, which lets others go first, and verified', async () => {
    await holdUp();
    await begin();
    await until(isUnderWay, 'A backup');
    const [writer] = writers();
    expect(readFileSync(`/proc/${writer}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]).toBe('10');
    expect(archives()).toEqual([]);
    await client.query('rollback');
    await until(() => archives().length === 1, 'The archive');
    await until(async () => (await left()) === 0, 'The end of the job');
    const path = join(folder, archives()[0] ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const env = { QUIRE_DATA_DIR: quire.dataDir, QUIRE_LOG_LEVEL: 'silent' };
    expect(await run(['restore', '--check', path], env)).toMatchObject({ code: 0 });
    const { rows } = await client.query(
      'select good_name, good_bytes::int as bytes, failures::int from kernel.backup_state',
    );
    expect(rows).toEqual([{ good_name: archives()[0], bytes: statSync(path).size, failures: 0 }]);
  });

  it('are one where two are begun at once', async () => {
    const before = archives().length;
    await holdUp();
    await begin();
    await begin();
    await until(async () => isUnderWay() && (await left()) === 1, 'The end of the second');
    await client.query('rollback');
    await until(async () => (await left()) === 0, 'The end of the first');
    expect(archives()).toHaveLength(before + 1);
    expect(files()).toEqual(archives());
  });

  it('leave nothing that looks like one when the server is killed, and are begun again by the next', async () => {
    const before = archives();
    await holdUp();
    await begin();
    await until(isUnderWay, 'A backup');
    await quire.kill();
    await until(() => writers().length === 0, 'The end of its process');
    expect(files()).toEqual(before);
    await quire.start();
    await connect();
    await until(() => archives().length === before.length + 1, 'The archive');
    await until(async () => (await left()) === 0, 'The end of the job');
  });

  it('end with the server that is asked to end, and are begun again by the next', async () => {
    const before = archives();
    await holdUp();
    await begin();
    await until(isUnderWay, 'A backup');
    expect(await quire.stop()).toBe(0);
    await until(() => writers().length === 0, 'The end of its process');
    expect(files()).toEqual(before);
    await quire.start();
    await connect();
    await until(() => archives().length === before.length + 1, 'The archive');
    const { rows } = await client.query('select failures::int from kernel.backup_state');
    expect(rows).toEqual([{ failures: 0 }]);
  });

  it('are tried again when their process is killed, and what it left is removed', async () => {
    const before = archives();
    await holdUp();
    await begin();
    await until(isUnderWay, 'A backup');
    for (const pid of writers()) process.kill(pid, 'SIGKILL');
    await until(() => writers().length === 0, 'The end of its process');
    expect(archives()).toEqual(before);
    expect(isUnderWay()).toBe(true);
    await client.query('rollback');
    await until(() => archives().length === before.length + 1, 'The archive');
    expect(files()).toEqual(archives());
    const { rows } = await client.query('select failures::int, failure from kernel.backup_state');
    expect(rows).toEqual([{ failures: 1, failure: 'it ended with SIGKILL' }]);
  });
});

describe('two processes with the same schedule of backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-scheduled-'));
  const schedule = { QUIRE_BACKUP_SCHEDULE: '* * * * *', QUIRE_BACKUP_TO: folder, QUIRE_BACKUP_KEEP: 'all' };
  const first = new QuireProcess(schedule);
  let second: QuireProcess | undefined;

  beforeAll(async () => {
    await first.start();
    second = new QuireProcess({ ...schedule, QUIRE_DATA_DIR: first.dataDir });
    await second.start();
  });
  afterAll(async () => {
    await second?.dispose();
    await first.dispose();
    rmSync(folder, { recursive: true });
  });

  it('write one at each time, also after one of them was killed', async () => {
    const client = new pg.Client({ connectionString: first.databaseUrl });
    await client.connect();
    const archives = (): string[] => readdirSync(folder).filter((name) => NAME.test(name));
    const waiting = async (): Promise<number> =>
      (await client.query(`select from graphile_worker.jobs where task_identifier = 'kernel.write-backup'`)).rowCount ??
      0;
    const times = async (): Promise<number> => {
      const [row] = (
        await client.query<{ times: string | null }>(
          `select last_execution::text as times from graphile_worker._private_known_crontabs
           where identifier = 'kernel.write-backup'`,
        )
      ).rows;
      return row?.times == null ? 0 : Date.parse(row.times) / MINUTE_MS;
    };
    const until = async (minute: number): Promise<void> => {
      for (const giveUp = Date.now() + 3 * PATIENCE_MS; Date.now() < giveUp; await sleep(200))
        if ((await times()) >= minute && (await waiting()) === 0) return;
      throw new Error(`The time did not come: ${archives().join(', ')} ${first.lastOutput} ${second?.lastOutput}`);
    };
    /** Waits for the next time; where a backup takes longer than a minute, those that are due meanwhile are one. */
    const writtenSince = async (time: number, before: string[]): Promise<void> => {
      await until(time + 1);
      const passed = (await times()) - time;
      const written = archives().filter((name) => !before.includes(name));
      expect(written.length).toBeGreaterThan(0);
      expect(written.length).toBeLessThanOrEqual(passed);
      expect(new Set(written.map(minuteOf)).size).toBe(written.length);
    };
    try {
      // What was begun before both were there does not count.
      await until(Math.floor(Date.now() / MINUTE_MS) + 1);
      await writtenSince(await times(), archives());
      await second?.kill();
      await writtenSince(await times(), archives());
    } finally {
      await client.end();
    }
  });
});

/** The minute in the name of an archive: `20260131T0200`. */
const minuteOf = (name: string): string => name.slice('quire-'.length, 'quire-20260131T0200'.length);
