/** Lets servers answer the same load by turns, several times, and tells what a request costs each. */
import { databaseTime, processTime } from './process-time.mjs';

/** The bare server, or work, of most cases. */
export const LIMIT = 'bare limit';

/** Of what the slowest can answer, so much is asked of each when its CPU is measured. */
const SHARE = 0.5;

/**
 * `contestants`: name, server ({ pid, port, headers }) and requests of each, and whether its server is a bare one, which
 * all are compared with; `limits` names the bare ones that one is compared with, where some do less than it must. Answers
 * one result for each, with the median over the rounds of everything measured, and the ratio of its CPU, that of server
 * and database together, to that of the cheapest bare server.
 *
 * How many requests a second a server answers is measured with all connections busy; its CPU and the times of answers
 * at one rate for all, since a request costs less the more of them are answered at a time.
 */
export async function contest(stage, contestants, options) {
  const { rounds, seconds, warmUp, connections = 8, expected = 200 } = options;
  const plan = ({ server, requests }, length, rate) => ({
    port: server.port,
    connections,
    seconds: length,
    rate,
    requests: requests.map((request) => ({ ...request, headers: { ...server.headers, ...request.headers } })),
  });
  const counters = contestants.map(() => 0);
  const run = async (index, length, rate) => {
    const contestant = contestants[index];
    const { pid } = contestant.server;
    const { pid: postmaster } = stage.postgres;
    const before = [processTime(pid), databaseTime(postmaster)];
    const result = await stage.load.run({ ...plan(contestant, length, rate), first: counters[index] }, expected);
    counters[index] += result.answered;
    const [server, database] = [processTime(pid) - before[0], databaseTime(postmaster) - before[1]];
    return { ...result, server: server / result.answered, database: database / result.answered };
  };
  const slowest = [];
  for (const index of contestants.keys()) slowest.push((await run(index, warmUp)).perSecond);
  const rate = SHARE * Math.min(...slowest);
  const measured = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const index of contestants.keys()) {
      const busy = await run(index, seconds);
      const paced = await run(index, seconds, rate);
      const { perSecond, server: serverBusy, database: databaseBusy } = busy;
      measured[index].push({ ...paced, perSecond, serverBusy, databaseBusy });
    }
  }
  return summarize(contestants, measured);
}

function summarize(contestants, measured) {
  const results = contestants.map(({ name }, index) => ({
    name,
    perSecond: median(measured[index], 'perSecond'),
    p50: median(measured[index], 'p50'),
    p99: median(measured[index], 'p99'),
    server: median(measured[index], 'server'),
    database: median(measured[index], 'database'),
    serverBusy: median(measured[index], 'serverBusy'),
    databaseBusy: median(measured[index], 'databaseBusy'),
    bytes: Math.round(measured[index][0].bytes / measured[index][0].answered),
    rounds: measured[index].map(({ server, database }) => ({ server, database })),
  }));
  const bare = results.filter((_, index) => contestants[index].server.bare === true);
  return results.map((result, index) => {
    const { limits } = contestants[index];
    return withRatio(
      result,
      bare.filter(({ name }) => limits?.includes(name) ?? true),
    );
  });
}

/** Adds the ratios of a result to the cheapest of others: of all CPU that a request costs, the database's included. */
export function withRatio(result, others) {
  if (others.length === 0) return result;
  const ratioOf = (cpu) => cpu(result) / Math.min(...others.map(cpu));
  return { ...result, ratio: ratioOf(cpuOf), ratioBusy: ratioOf(busyCpuOf) };
}

/** Milliseconds of CPU of server and database. */
export const cpuOf = ({ server, database }) => server + database;
export const busyCpuOf = ({ serverBusy, databaseBusy }) => serverBusy + databaseBusy;

export function median(rounds, member) {
  const values = rounds.map((round) => round[member]).sort((a, b) => a - b);
  const middle = values.length / 2;
  return values.length % 2 === 1 ? values[Math.floor(middle)] : (values[middle - 1] + values[middle]) / 2;
}
