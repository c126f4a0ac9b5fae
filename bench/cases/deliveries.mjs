/** Events of integrations: what the delivery of one to a script that runs already takes, and how fast a script starts. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuOf, LIMIT, median } from '../contest.mjs';
import { databaseTime, processTime } from '../process-time.mjs';
import { environmentOf, install, publishScript, scriptOf, statusesOf, taskOf } from '../seed/integrations.mjs';
import { freePort } from '../stage.mjs';

const BARE = fileURLToPath(new URL('../bare/deliveries.mjs', import.meta.url));
const TABLE = 'create table bare.delivery (id text primary key, payload text, status text, logs jsonb)';
/** Deliveries of one integration at a time. */
const AT_ONCE = 6;
/** Events a second where they come one at a time. */
const RATE = 20;
const TARGET_MS = 3;
const NAME = 'measured';

/**
 * Tasks that a script queues for itself: many at a time, and one after the other. A process that works and answers no
 * requests delivers them; its processor time and that of PostgreSQL is all that a delivery takes: to take the job, build
 * the environment, call the script, and store what came of it. That of the script is not shown.
 */
export const deliveries = {
  name: 'event delivered',
  async run(stage, { rounds, seconds }) {
    await publishScript(stage, NAME, scriptOf(10_000));
    const environment = await environmentOf(stage, NAME, await install(stage, NAME));
    const worker = await stage.startQuire('worker', await freePort(), { pinned: false });
    const quire = new Quire(stage, taskOf(NAME, environment));
    // The script starts, and code that runs often is compiled.
    for (let i = 0; i < 2; i++) await quire.run(seconds);
    await stage.database.query(TABLE);
    const bare = fork(BARE, { env: { ...process.env, DATABASE_URL: stage.postgres.url } });
    const plan = { ...formOf(environment), socketPath: socketOf(stage, worker) };
    await deliverBare(bare, { ...plan, events: 500, atOnce: AT_ONCE, everyMs: 0 });
    const results = [];
    for (const [kind, rate] of [
      ['as fast as they are queued', undefined],
      [`${RATE} a second`, RATE],
    ]) {
      const [own, limit] = [[], []];
      for (let round = 0; round < rounds; round++) {
        let events = 0;
        own.push(await measured(stage, worker.pid, async () => (events = await quire.run(seconds, rate))));
        const pace = rate === undefined ? { atOnce: AT_ONCE, everyMs: 0 } : { atOnce: 1, everyMs: 1000 / rate };
        const work = () => deliverBare(bare, { ...plan, events, ...pace });
        limit.push(await measured(stage, bare.pid, async () => (await work(), events)));
      }
      const ratio = cpuOf(mediansOf(own)) / cpuOf(mediansOf(limit));
      const target = `≤ ${TARGET_MS} ms`;
      results.push({ kind: 'deliveries', name: `Quire, ${kind}`, ...mediansOf(own), ratio, target });
      results.push({ kind: 'deliveries', name: `${LIMIT}, ${kind}`, ...mediansOf(limit), ratio: 1 });
    }
    bare.disconnect();
    const lost = Object.entries(await statusesOf(stage, NAME)).filter(([status]) => status !== 'success');
    if (lost.length > 0) throw new Error(`Events that were not delivered: ${JSON.stringify(lost)}`);
    await stage.stop(worker);
    return results;
  },
};

/** Queues tasks and waits until all are delivered. */
class Quire {
  #queued = 0;

  constructor(stage, request) {
    this.stage = stage;
    this.request = request;
  }

  /** Answers how many there were. */
  async run(seconds, rate) {
    const connections = rate === undefined ? AT_ONCE : 1;
    const plan = { port: this.stage.port, connections, seconds, rate, requests: [this.request], first: this.#queued };
    const { answered } = await this.stage.load.run(plan, 204);
    this.#queued += answered;
    while (((await statusesOf(this.stage, NAME)).success ?? 0) < this.#queued) await sleep(20);
    return answered;
  }
}

async function measured(stage, pid, work) {
  const before = [processTime(pid), databaseTime(stage.postgres.pid)];
  const begin = performance.now();
  const events = await work();
  const perSecond = (events / (performance.now() - begin)) * 1000;
  const [server, database] = [processTime(pid) - before[0], databaseTime(stage.postgres.pid) - before[1]];
  return { events, perSecond, server: server / events, database: database / events };
}

function mediansOf(rounds) {
  return Object.fromEntries(Object.keys(rounds[0]).map((member) => [member, median(rounds, member)]));
}

/** What a script is sent with an event, as the bare limit sends it each time. */
function formOf(environment) {
  const boundary = 'benchmark-of-quire';
  const event = { eventId: 'event', type: 'task', installationId: 'installation', task: { type: 'measured' } };
  const parts = Object.entries({ event, environment }).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`,
  );
  return { form: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

async function deliverBare(bare, plan) {
  bare.send(plan);
  const [{ error }] = await once(bare, 'message');
  if (error !== undefined) throw new Error(`The bare limit: ${error}`);
}

/** The socket of the only script that runs in a process. */
function socketOf(stage, { pid }) {
  const home = join(stage.dir, 'scripts');
  const own = readdirSync(home).find((name) => name.startsWith(`${pid}-`));
  const [folder] = readdirSync(join(home, own));
  return join(home, own, folder, 'script.sock');
}
