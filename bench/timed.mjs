/** Times work that is not answered hundreds of times a second: each of it once a round, by turns, with all else still. */
import { databaseTime, processTime } from './process-time.mjs';
import { median } from './contest.mjs';

/**
 * `works`: name, `prepare()` (not measured; what it answers is given to `run`) and `run()` of each, with `stats` of its
 * own to be shown besides. `base` is the name of the work that the others are compared with; their own `base` goes
 * before it. Answers one result for each: milliseconds until the answer (median and slowest) and processor time.
 */
export async function timed(stage, works, { rounds, base }) {
  const measured = works.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { prepare, run }] of works.entries()) {
      const state = await prepare?.();
      const before = processorTimes(stage);
      const begin = performance.now();
      await run(state);
      const ms = performance.now() - begin;
      const after = processorTimes(stage);
      // The first round warms up.
      if (round >= 0) measured[index].push({ ms, server: after[0] - before[0], database: after[1] - before[1] });
    }
  }
  const results = works.map(({ name, target, base: own }, index) => ({
    kind: 'timed',
    name,
    target,
    base: own ?? base,
    ms: median(measured[index], 'ms'),
    slowest: Math.max(...measured[index].map(({ ms }) => ms)),
    server: mean(measured[index], 'server'),
    database: mean(measured[index], 'database'),
  }));
  const ratioOf = ({ ms, base: other }) => ms / results.find(({ name }) => name === other).ms;
  return results.map((result) => (result.base === undefined ? result : { ...result, ratio: ratioOf(result) }));
}

const processorTimes = ({ quire, postgres }) => [processTime(quire.pid), databaseTime(postgres.pid)];

/** The processor's time is counted in steps too long for a single work: the mean over all is closer than the median. */
const mean = (rounds, member) => rounds.reduce((sum, round) => sum + round[member], 0) / rounds.length;
