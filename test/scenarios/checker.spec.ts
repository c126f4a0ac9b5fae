import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { CANARIES } from './checker/canaries/canaries.js';
import { planted } from './checker/canaries/spoiling.js';
import { checkListed } from './checker/checks/listed.js';
import { orphansOf } from './checker/checks/orphans.js';
import { check, playRound, type Round } from './checker/round.js';
import { QuireProcess } from './support/quire-process.js';
import { struckProcess } from './support/struck-process.js';

const { QUIRE_TEST_CHECKER_SEED, QUIRE_TEST_CHECKER_SECONDS, QUIRE_TEST_CHECKER_CLIENTS } = process.env;
const seed = QUIRE_TEST_CHECKER_SEED === undefined ? randomInt(1, 10 ** 9) : Number(QUIRE_TEST_CHECKER_SEED);
const seconds = Number(QUIRE_TEST_CHECKER_SECONDS ?? 0);
const clients = Number(QUIRE_TEST_CHECKER_CLIENTS ?? 4);

/** Short as a part of all tests; `npm run check:history` gives it more time. */
const SIZE =
  seconds > 0 ? { requests: 1500, strikes: 5, mostMs: 60_000 } : { requests: 300, strikes: 2, mostMs: 7_000 };
const MOST_TOLD = 20;

/** The faults in words, with the path of a file with all requests and responses. */
function report({ history, faults }: Round, played: number): string {
  // Temporary files are deleted after the run.
  const folder = join(process.cwd(), 'dist', 'test', 'histories');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${played}.jsonl`);
  writeFileSync(file, history.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const some = faults.slice(0, MOST_TOLD).map((fault) => `  ${fault}`);
  return [`${faults.length} faults with the seed ${played}; the history is in ${file}`, ...some].join('\n');
}

describe(`${clients} clients at random in one space, while the server and PostgreSQL are killed (seed ${seed})`, () => {
  const quire = new QuireProcess();
  let round: Round;

  beforeAll(async () => {
    process.stderr.write(`The checker's seed is ${seed}\n`);
    await quire.start();
  });

  afterAll(() => quire.dispose());

  it(
    'leave what was acknowledged, what may have happened unacknowledged, and nothing else',
    async () => {
      const deadline = performance.now() + seconds * 1000;
      for (let played = seed; played === seed || performance.now() < deadline; played++) {
        round = await playRound(struckProcess(quire), { seed: played, clients, ...SIZE });
        if (seconds > 0) process.stderr.write(`Seed ${played}: ${round.history.summary()}\n`);
        if (round.faults.length > 0) throw new Error(report(round, played));
      }
    },
    seconds * 1000 + 480_000,
  );

  describe('the look at it', () => {
    it.each(CANARIES)('notices %s', (_what, plant, fault) => {
      const { history, snapshot } = planted(round, plant);
      expect(check(history, snapshot).join('\n')).toMatch(fault);
    });

    it('notices differences between the API and the database', async () => {
      const { snapshot } = planted(round, ({ snapshot: { changeRequests, comments, livePages } }) => {
        for (const changeRequest of changeRequests) changeRequest.subject = 'Other';
        for (const comment of comments) comment.text = 'Other';
        livePages.pop();
      });
      const faults = (await checkListed(struckProcess(quire), round.space, snapshot)).join('\n');
      for (const what of ['The list of change requests', 'The comments of', 'The rows of the current pages']) {
        expect(faults).toContain(what);
      }
    });

    it('notices rows that refer to missing rows, and columns whose target is not listed', async () => {
      const client = new pg.Client({ connectionString: quire.databaseUrl });
      await client.connect();
      try {
        await client.query(`begin;
          delete from content.revision where id = (select revision_id from content.space_head limit 1);
          alter table content.space_head add column other_id text`);
        const orphans = await orphansOf(async (text) => (await client.query(text)).rows);
        expect(orphans).toContain('1 rows of space_head.revision_id point at nothing');
        expect(orphans).toContain('content.space_head.other_id points somewhere, and nobody said where');
      } finally {
        await client.end();
      }
    });
  });
});
