import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuireProcess, TOKEN } from './support/quire-process.js';

const LIMIT = 200;
const MINUTE = 60_000;
/** What is let through above the limit: a twentieth in each process, and what arrives in the time of one exchange. */
const MORE = 2 * (LIMIT / 20) + 60;

describe('the rate limit of two processes on one database', () => {
  const env = { QUIRE_RATE_LIMIT: String(LIMIT), QUIRE_SECRET_KEY: '7a'.repeat(32) };
  const first = new QuireProcess(env);
  let second: QuireProcess | undefined;

  beforeAll(async () => {
    await first.start();
    second = new QuireProcess({ ...env, DATABASE_URL: first.databaseUrl, QUIRE_ROLE: 'api' });
    await second.start();
  }, 120_000);

  afterAll(async () => {
    await second?.dispose();
    await first.dispose();
  });

  it('is one for both, whether the caller is known or not', async () => {
    const urls = [first.url, second?.url ?? ''];
    for (const headers of [{ authorization: `Bearer ${TOKEN}` }, { authorization: 'Bearer nobody' }]) {
      const statusAt = async (url: string) => (await fetch(`${url}/v1/user`, { headers })).status;
      // The limit is of one minute by the clock, of which the rest must be enough.
      if (MINUTE - (Date.now() % MINUTE) < 40_000) await sleep(MINUTE - (Date.now() % MINUTE));
      let granted = 0;
      const refused = new Set<string>();
      for (const end = Date.now() + 35_000; refused.size < 2 && Date.now() < end;)
        for (const url of urls) {
          if ((await statusAt(url)) === 429) refused.add(url);
          else granted++;
        }
      expect(refused.size).toBe(2);
      expect(granted).toBeGreaterThanOrEqual(LIMIT);
      expect(granted).toBeLessThanOrEqual(LIMIT + MORE);
    }
  }, 240_000);
});
