import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuireProcess } from './support/quire-process.js';
import { until, WatchedScripts, type Watched } from './support/watched-scripts.js';

interface Entry {
  id: string;
  status: string;
  payload: { type: string };
}

const DEAD = 6;
const READS = 30;
/** A page read beside dead scripts may take so many times as long as without, and this many milliseconds more. */
const MOST_SLOWER = 3;
const SLACK_MS = 30;
const MOST_LATE_MS = 3_000;
/** Then a script that never answers is ended. */
const DEADLINE_MS = 10_000;

// Processes are found as Linux shows them.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('Events of scripts', () => {
  const quire = new QuireProcess({ QUIRE_OUTBOUND_ALLOW: '127.0.0.1' });
  let scripts: WatchedScripts;

  beforeAll(async () => {
    await quire.start();
    scripts = await WatchedScripts.listen(quire);
  }, 60_000);
  afterAll(async () => {
    await quire.dispose();
    scripts.stop();
  });

  const logOf = async ({ integration }: Watched): Promise<Entry[]> =>
    (await quire.call<{ items: Entry[] }>('GET', `/integrations/${integration}/events?limit=100`)).body.items;
  const done = (watched: Watched): string[] => [...new Set(scripts.events(watched.integration, 'done'))];
  const begun = (watched: Watched): string[] => scripts.events(watched.integration, 'begun');

  /** The ids of the processes of scripts. */
  function processes(): number[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--control-fd')) return [];
        const [, parent] = /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return parent === String(quire.pid) ? [Number(pid)] : [];
      } catch {
        return [];
      }
    });
  }

  it('are delivered again, in their order, when the process of their script is killed; others go on untouched', async () => {
    const other = await scripts.add('untouched', () => 1_500);
    await until('it was told of its installation', () => scripts.reports.length >= 2);
    const before = processes();
    expect(before).toHaveLength(1);
    const victim = await scripts.add('victim', (times) => (times === 1 && begun(victim).length === 1 ? 60_000 : 0));
    await until('the victim runs', () => processes().length === 2);
    await scripts.change(victim);
    await scripts.change(victim);
    await scripts.change(other);
    await until('both have begun', () => begun(victim).length === 1 && begun(other).length === 1);
    process.kill(
      processes().find((pid) => !before.includes(pid))!,
      'SIGKILL',
    );
    await until('both are done', () => done(victim).length === 2 && done(other).length === 1);
    expect(begun(victim)).toEqual([done(victim)[0], ...done(victim)]);
    expect(begun(other)).toEqual(done(other));
    expect(processes()).toEqual(expect.arrayContaining(before));
  }, 60_000);

  it('are delivered again, in their order, when the server is killed in the middle of one', async () => {
    const watched = await scripts.add('interrupted', () => (begun(watched).length === 2 ? 60_000 : 50));
    for (let at = 0; at < 4; at++) await scripts.change(watched);
    await until('the second has begun', () => begun(watched).length === 2);
    await quire.kill();
    await quire.start();
    await until('all are done', () => done(watched).length === 4);
    // The first may come again as well, if its end was not stored yet.
    const order = done(watched);
    const [first, second, ...again] = begun(watched);
    expect([first, second]).toEqual(order.slice(0, 2));
    expect([order, order.slice(1)]).toContainEqual(again);
    await until('all are noted', async () => (await logOf(watched)).every(({ status }) => status === 'success'));
    expect((await logOf(watched)).map(({ id }) => id).reverse()).toEqual(expect.arrayContaining(done(watched)));
    expect(processes()).toHaveLength(1);
  }, 60_000);

  it('end with the integration when it is un-published while some wait, and its last version hears of the end', async () => {
    const watched = await scripts.add('un-published', () => 1_200);
    await scripts.publish(watched.integration, watched.organization, 'last');
    for (let at = 0; at < 4; at++) await scripts.change(watched);
    await until('the first has begun', () => begun(watched).length === 1);
    expect((await quire.call('DELETE', `/integrations/${watched.integration}`)).status).toBe(204);
    const farewells = () => scripts.events(watched.integration, 'done', 'installation_deleted');
    await until('it was told', () => farewells().length === 1);
    expect(scripts.reports.find(({ type }) => type === 'installation_deleted')).toMatchObject({ version: 'last' });
    await scripts.publish(watched.integration, watched.organization, 'last');
    await until('nothing waits', async () => {
      const log = await logOf(watched);
      return log.length > 0 && log.every(({ status }) => status === 'success');
    });
    expect([begun(watched).length, farewells().length]).toEqual([1, 1]);
  }, 60_000);

  it('of others, and the requests of users, are as quick while scripts never answer', async () => {
    const quick = await scripts.add('quick', () => 0);
    const path = `/spaces/${quick.space}/content`;
    const dead = await Promise.all(Array.from({ length: DEAD }, (_, at) => scripts.add(`dead-${at}`, () => undefined)));
    await scripts.change(quick);
    await until('it runs', () => done(quick).length === 1);
    const read = async (): Promise<void> => expect((await quire.call('GET', path)).status).toBe(200);
    await median(READS, read);
    const alone = await median(READS, read);
    const since = performance.now();
    await Promise.all(dead.map((one) => scripts.change(one)));
    await until('they hang', () => dead.every((one) => begun(one).length === 1));
    const beside = await median(READS, read);
    const late = await median(5, async () => {
      const before = done(quick).length;
      await scripts.change(quick);
      await until('it was told', () => done(quick).length > before);
    });
    // All hang at the same time.
    expect(performance.now() - since).toBeLessThan(DEADLINE_MS);
    expect(dead.flatMap((one) => done(one))).toEqual([]);
    expect(beside).toBeLessThan(alone * MOST_SLOWER + SLACK_MS);
    expect(late).toBeLessThan(MOST_LATE_MS);
  }, 60_000);
});

/** Milliseconds. */
async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let at = 0; at < times; at++) {
    const begin = performance.now();
    await work();
    all.push(performance.now() - begin);
  }
  return all.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}
