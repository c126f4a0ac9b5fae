import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { olderBinaries, startPostgres } from '#postgres-server';
import { QuireProcess } from '../scenarios/support/quire-process.js';

/** The programs are fetched with npm, once. */
const BEFORE = '17';
const NOW = '18';
const PATIENCE_MS = 60_000;

jest.setTimeout(900_000);

async function until(holds: () => boolean): Promise<void> {
  for (const giveUp = Date.now() + PATIENCE_MS; !holds(); await sleep(10))
    if (Date.now() > giveUp) throw new Error(`It did not come to this: ${holds.toString()}`);
}

describe(`a database of PostgreSQL ${BEFORE}`, () => {
  const programs = mkdtempSync(join(tmpdir(), 'quire-programs-'));
  let quire: QuireProcess;
  let space: string;
  const home = (): string => join(quire.dataDir, 'postgres');
  const versionOf = (cluster: string): string => readFileSync(join(home(), cluster, 'PG_VERSION'), 'utf8').trim();

  /** An installation on the older version, with content. */
  beforeAll(async () => {
    quire = new QuireProcess();
    const { dataDir } = quire;
    const binaries = await olderBinaries(BEFORE, programs, () => undefined);
    const older = await startPostgres({ dataDir, binaries });
    const before = new QuireProcess({ QUIRE_DATA_DIR: dataDir, DATABASE_URL: older.url });
    await before.start();
    const { body: organization } = await before.call<{ id: string }>('POST', '/orgs', { title: 'Before' });
    const made = await before.call<{ id: string }>('POST', `/orgs/${organization.id}/spaces`, { empty: true });
    space = made.body.id;
    for (let i = 0; i < 40; i++) {
      const document = { markdown: `# Page ${i}\n\n${'Grüße, 世界 \\\\N. '.repeat(500)}` };
      const changes = [{ operation: 'insert_page', title: `Page ${i}`, document }];
      expect((await before.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    }
    await before.stop();
    rmSync(before.dataDir, { recursive: true, force: true });
    await older.stop();
    expect(versionOf('cluster')).toBe(BEFORE);
  });
  afterAll(async () => {
    await quire.dispose();
    rmSync(programs, { recursive: true, force: true });
  });

  const titles = async (): Promise<string[]> => {
    const { body } = await quire.call<{ pages: { title: string }[] }>('GET', `/spaces/${space}/content/pages`);
    return body.pages.map(({ title }) => title).sort();
  };

  /** The processes that upgrade this database. */
  const upgraders = (): number[] =>
    readdirSync('/proc').flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command.includes('--started') && environment.includes(quire.dataDir) ? [Number(pid)] : [];
      } catch {
        return [];
      }
    });
  const clusters = (): string[] =>
    readdirSync(home())
      .filter((name) => name.startsWith('cluster'))
      .sort();
  const isWriting = (): boolean => readdirSync(quire.dataDir).some((name) => name.endsWith('.part'));
  const isFilling = (): boolean => clusters().includes(`cluster-${NOW}.new`);

  it('is upgraded by the start, which is killed in the middle of each step before it succeeds, without loss', async () => {
    // The programs are there, so that the kills are about the upgrade.
    await olderBinaries(BEFORE, join(home(), 'programs'), () => undefined);
    const left: string[] = [];
    const moments: [() => boolean, number][] = [
      [() => upgraders().length > 0, 500],
      [isWriting, 0],
      [isFilling, 0],
      [isFilling, 0],
      ...[300, 700, 1100, 1500, 1900, 2300, 2700].map((ms): [() => boolean, number] => [isFilling, ms]),
    ];
    for (const [index, [reached, wait]] of moments.entries()) {
      const started = quire.start().catch(() => undefined);
      await until(() => upgraders().length > 0);
      // What the kill before left is removed first.
      if (reached === isFilling) await until(() => !isFilling());
      await until(reached);
      await sleep(wait);
      const pids = upgraders();
      await quire.kill();
      // Half of the upgrades are killed as well, the others learn that the start was.
      if (index % 2 === 0) for (const pid of pids) process.kill(pid, 'SIGKILL');
      await started;
      await until(() => upgraders().length === 0);
      left.push(clusters().join('+'));
      if (left.at(-1)?.includes(`cluster-${BEFORE}`)) break;
    }
    process.stdout.write(`What kills left: ${left.join(' | ')}\n`);
    expect(left).toContain(`cluster+cluster-${NOW}.new`);
    await quire.start();
    expect(versionOf('cluster')).toBe(NOW);
    expect(versionOf(`cluster-${BEFORE}`)).toBe(BEFORE);
    expect(existsSync(join(quire.dataDir, `before-postgresql-${NOW}.zip`))).toBe(true);
    expect((await titles()).length).toBe(40);
    const changes = [{ operation: 'insert_page', title: 'After', document: { markdown: 'After the upgrade' } }];
    expect((await quire.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    expect(await titles()).toContain('After');
    await quire.stop();
    await quire.start();
    expect(await titles()).toContain('After');
  });

  it('is finished by the next start where the last rename is missing', async () => {
    await quire.stop();
    renameSync(join(home(), 'cluster'), join(home(), `cluster-${NOW}.ready`));
    await quire.start();
    expect(await titles()).toContain('After');
  });

  it('is found as it was by the way back', async () => {
    await quire.stop();
    renameSync(join(home(), 'cluster'), join(home(), `cluster-${NOW}`));
    renameSync(join(home(), `cluster-${BEFORE}`), join(home(), 'cluster'));
    const binaries = await olderBinaries(BEFORE, programs, () => undefined);
    const older = await startPostgres({ dataDir: quire.dataDir, binaries });
    const before = new QuireProcess({ QUIRE_DATA_DIR: quire.dataDir, DATABASE_URL: older.url });
    await before.start();
    const { body } = await before.call<{ pages: unknown[] }>('GET', `/spaces/${space}/content/pages`);
    await before.stop();
    rmSync(before.dataDir, { recursive: true, force: true });
    await older.stop();
    expect(body.pages).toHaveLength(40);
  });

  it('is not touched by a command of the command line that is no start', async () => {
    const child = spawn(process.execPath, ['dist/run/quire.js', 'jobs'], {
      env: { ...process.env, DATABASE_URL: '', QUIRE_DATA_DIR: quire.dataDir, QUIRE_TEST_ENV_FILE: '' },
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    expect(said).toContain('start Quire once, which upgrades an older one');
    expect(versionOf('cluster')).toBe(BEFORE);
  });
});
