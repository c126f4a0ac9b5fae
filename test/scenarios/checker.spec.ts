import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { playRound } from './checker/round.js';
import { QuireProcess } from './support/quire-process.js';

describe('checker', () => {
  const quire = new QuireProcess();
  beforeAll(() => quire.start(), 120_000);
  afterAll(() => quire.dispose(), 60_000);

  it('holds', async () => {
    const seed = Number(process.env.QUIRE_TEST_SEED ?? 1);
    const t = performance.now();
    const { history, faults, snapshot } = await playRound(quire, { seed, clients: 4, requests: 600, strikes: 3, mostMs: 12_000 });
    process.stderr.write(`${(performance.now() - t).toFixed()} ms, ${snapshot.revisions.size} revisions, ${history.summary()}\n`);
    process.stderr.write(faults.slice(0, 20).map((f) => f.slice(0, 1500)).join('\n') + '\n');
    (await import('node:fs')).writeFileSync('/tmp/checker-history.json', history.entries.map((e) => JSON.stringify(e)).join('\n'));
    expect(faults.length).toEqual(0);
  }, 120_000);
});
