import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuireProcess, TOKEN } from './support/quire-process.js';

const LIMIT = 200;
const MINUTE = 60_000;
const minuteOf = (ms: number): number => Math.floor(ms / MINUTE);
/** The allowance above the limit: a twentieth in each process, and what arrives during one exchange. */
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
      let granted = 0;
      const refused = new Set<string>();
      // The limit is for a minute of the clock: a run that crosses into the next one is repeated.
      for (let minute = -1, tries = 0; minute !== minuteOf(Date.now()) && tries < 4; tries++) {
        const rest = MINUTE - (Date.now() % MINUTE);
        if (tries > 0 || rest < 5_000) await sleep(rest);
        minute = minuteOf(Date.now());
        granted = 0;
        refused.clear();
        for (const end = Date.now() + 55_000; refused.size < 2 && Date.now() < end;)
          for (const url of urls) {
            if ((await statusAt(url)) === 429) refused.add(url);
            else granted++;
          }
      }
      expect(refused.size).toBe(2);
      expect(granted).toBeGreaterThanOrEqual(LIMIT);
      expect(granted).toBeLessThanOrEqual(LIMIT + MORE);
    }
  }, 600_000);
});
