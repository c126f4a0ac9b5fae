import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { playRound } from '../scenarios/checker/round.js';
import { Cluster } from './support/cluster.js';
import { PGBOUNCERS } from './support/pooler.js';

const seed = Number(process.env['QUIRE_TEST_CHECKER_SEED'] ?? randomInt(1, 10 ** 9));
const seconds = Number(process.env['QUIRE_TEST_CHECKER_SECONDS'] ?? 120);
const SIZE = { clients: 6, requests: 1_500, strikes: 6, mostMs: 60_000 };

/** What was seen on a page of a site whose title counts up, while it was edited. */
interface Visits {
  count: number;
  unanswered: number;
  faults: string[];
}

describe('two servers, a worker, a pooler and a replica, any of which is killed', () => {
  const cluster = new Cluster(PGBOUNCERS.at(-1) ?? '');
  /** The last number that was sent, and those acknowledged with when. */
  let sent = 0;
  const acknowledged: { number: number; at: number }[] = [{ number: 0, at: 0 }];
  let isOver = false;

  beforeAll(() => cluster.start(), 300_000);
  afterAll(() => cluster.dispose(), 120_000);

  const made = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await cluster.call<T>('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };

  async function countUp(space: string, page: string): Promise<void> {
    while (!isOver) {
      const changes = [{ operation: 'update_page', page, title: `Number ${++sent}.` }];
      const number = sent;
      const answer = await cluster.call('POST', `/spaces/${space}/content`, { changes }).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push({ number, at: performance.now() });
      await sleep(30);
    }
  }

  /** A visit shows no number that was not sent, and none that is older than one acknowledged before the bound. */
  async function visit(url: string, visits: Visits): Promise<void> {
    for (let nth = 0; !isOver; nth++) {
      const begin = performance.now();
      const answer = await fetch(`${url}?visit=${nth}`).catch(() => undefined);
      const text = answer?.status === 200 ? await answer.text().catch(() => '') : '';
      visits.count++;
      const shown = Number(/Number (\d+)\./.exec(text)?.[1] ?? NaN);
      if (answer?.status === 404) visits.faults.push(`A visit found nothing: ${url}`);
      if (Number.isNaN(shown)) visits.unanswered++;
      const due = acknowledged.findLast(({ at }) => at < begin - cluster.staleMs && !cluster.mayLack(at, begin));
      const least = due?.number ?? 0;
      if (shown > sent) visits.faults.push(`${shown} was shown, and only ${sent} sent`);
      // Edits that were not acknowledged may be applied later, but never after one that was sent later.
      if (due && shown < least)
        visits.faults.push(`${shown} was shown ${begin - due.at} ms after ${least} was acknowledged`);
      await sleep(10);
    }
  }

  it(
    `lose nothing that was acknowledged, and show nothing that was never written or is older than the bound (seed ${seed})`,
    async () => {
      const { id: organization } = await made<{ id: string }>('/orgs', { title: 'Visited' });
      const { id: space } = await made<{ id: string }>(`/orgs/${organization}/spaces`, { empty: true });
      const { changes } = await made<{ changes: { page: { id: string } }[] }>(`/spaces/${space}/content`, {
        changes: [{ operation: 'insert_page', title: 'Number 0.', slug: 'start', document: { markdown: 'Words' } }],
      });
      const sites = `/orgs/${organization}/sites`;
      const { id: site } = await made<{ id: string }>(sites, { title: 'Docs' });
      await made(`${sites}/${site}/site-spaces`, { spaceId: space });
      const { urls } = await made<{ urls: { published: string } }>(`${sites}/${site}/publish`, {});
      const url = `${cluster.url}${new URL(urls.published).pathname}start`;
      const visits: Visits = { count: 0, unanswered: 0, faults: [] };
      const background = Promise.all([
        countUp(space, changes[0]?.page.id ?? ''),
        ...Array.from({ length: 3 }, () => visit(url, visits)),
      ]);
      const faults: string[] = [];
      let requests = 0;
      const deadline = performance.now() + seconds * 1_000;
      try {
        for (let played = seed; performance.now() < deadline && faults.length === 0; played++) {
          const round = await playRound(cluster, { seed: played, ...SIZE });
          requests += round.history.entries.length;
          if (round.faults.length > 0) process.stderr.write(`${cluster.lastOutput}\n`);
          faults.push(...round.faults.map((fault) => `Seed ${played}: ${fault}`));
          process.stderr.write(`Seed ${played}: ${round.history.summary()}\n`);
        }
      } finally {
        isOver = true;
        await background;
      }
      process.stderr.write(
        `${requests} requests, ${acknowledged.length} edits beside them, ${visits.count} visits, ${visits.unanswered} unanswered\n`,
      );
      expect(faults).toEqual([]);
      expect(visits.faults).toEqual([]);
      expect(visits.count).toBeGreaterThan(100);
      const last = acknowledged.at(-1)?.number ?? 0;
      await cluster.until(async () => {
        const shown = Number(/Number (\d+)\./.exec(await (await fetch(url)).text())?.[1]);
        return shown >= last;
      }, `the site to show ${last}`);
    },
    seconds * 1_000 + 600_000,
  );
});
