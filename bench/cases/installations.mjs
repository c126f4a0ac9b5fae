/** Many installations of an integration, to all of which the same happens while others read pages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../contest.mjs';
import { databaseTime, processTime } from '../process-time.mjs';
import { Effects } from '../seed/effects.mjs';
import { installInMany, publishScript, scriptOf, statusesOf } from '../seed/integrations.mjs';
import { freePort } from '../stage.mjs';

const INSTALLATIONS = 1_000;
const TURNS = 5;
const PAGES = 1_000;
/** Requests for pages a second, on so many connections: what a server answers without a queue. */
const RATE = 200;
const CONNECTIONS = 4;
const WINDOW_S = 1;
const WINDOWS_AT_REST = 5;
const ALLOWED = { QUIRE_OUTBOUND_ALLOW: '127.0.0.1' };

/**
 * An integration with 1,000 installations is un-published and published again five times: 10,000 events. Nothing may be
 * lost: the effect of each is counted outside, and each is a success in its log. Meanwhile pages are read at a steady
 * rate, of the process that delivers the events or of another; before each turn they are read at rest. A window of time
 * counts where deliveries went on until its end.
 */
const installationsOf = (name, roles) => ({
  name: `events of 1,000 installations, ${name}`,
  async run(stage) {
    const slug = `everywhere-${roles.length}`;
    const space = await stage.space(PAGES);
    const effects = await Effects.open();
    const servers = [];
    for (const role of roles)
      servers.push(await stage.startQuire(role, await freePort(), { pinned: false, env: ALLOWED }));
    const publish = () => publishScript(stage, slug, scriptOf(100_000, effects.handler));
    await publish();
    await installInMany(stage, slug, INSTALLATIONS);
    let expected = INSTALLATIONS;
    const over = () => effects.seen.size >= expected;
    while (!over()) await sleep(50);
    const read = () => readPages(stage, servers[0], space);
    for (let i = 0; i < 3; i++) await read();
    const [rest, busy, turns] = [[], [], []];
    for (let turn = 0; turn < TURNS; turn++) {
      for (let i = 0; i < WINDOWS_AT_REST; i++) rest.push(await read());
      const before = timesOf(stage, servers);
      const begin = performance.now();
      await stage.api.delete(`/v1/integrations/${slug}`);
      await publish();
      expected += 2 * INSTALLATIONS;
      let requests = 0;
      while (!over()) {
        const window = await read();
        requests += window.answered;
        if (!over()) busy.push(window);
      }
      const [server, database] = timesOf(stage, servers).map((time, i) => time - before[i]);
      const idle = { server: median(rest, 'server'), database: median(rest, 'database') };
      turns.push({
        perSecond: ((2 * INSTALLATIONS) / (performance.now() - begin)) * 1000,
        server: (server - requests * idle.server) / (2 * INSTALLATIONS),
        database: (database - requests * idle.database) / (2 * INSTALLATIONS),
      });
    }
    // The log follows the effect.
    for (let i = 0; i < 100 && (await statusesOf(stage, slug)).success !== expected; i++) await sleep(50);
    const statuses = await statusesOf(stage, slug);
    if (effects.seen.size !== expected || JSON.stringify(statuses) !== JSON.stringify({ success: expected }))
      throw new Error(`Of ${expected} events ${effects.seen.size} took effect; the log: ${JSON.stringify(statuses)}`);
    for (const server of servers) await stage.stop(server);
    effects.close();
    const again = effects.calls - effects.seen.size;
    return [
      {
        kind: 'deliveries',
        name: `Quire: none lost, ${again} delivered twice`,
        events: 2 * TURNS * INSTALLATIONS,
        ...mediansOf(turns),
        target: 'none lost',
      },
      { kind: 'beside', name: 'page by id, at rest', ...mediansOf(rest), windows: rest.length },
      {
        kind: 'beside',
        name: 'page by id, meanwhile',
        ...mediansOf(busy),
        windows: busy.length,
        // One process does both: its time is that of both.
        ...(roles.length === 1 ? { server: undefined, database: undefined } : {}),
        ratios: ['p50', 'p95', ...(roles.length === 1 ? [] : ['cpu'])].map(
          (member) => `${member} ${(median(busy, member) / median(rest, member)).toFixed(2)}`,
        ),
        target: '≤ 1.2',
      },
    ];
  },
});

export const installationsOfOne = installationsOf('one process', ['all']);
export const installationsBeside = installationsOf('a worker beside', ['api', 'worker']);

/** Reads pages for a while; processor times are for each. */
async function readPages(stage, server, { id, pages }) {
  const requests = pages.slice(0, 200).map((page) => ({
    path: `/v1/spaces/${id}/content/page/${page}`,
    headers: server.headers,
  }));
  const before = [processTime(server.pid), databaseTime(stage.postgres.pid)];
  const plan = { port: server.port, connections: CONNECTIONS, seconds: WINDOW_S, rate: RATE, requests };
  const { answered, p50, p95 } = await stage.load.run(plan);
  const [own, database] = [processTime(server.pid) - before[0], databaseTime(stage.postgres.pid) - before[1]];
  return {
    answered,
    p50,
    p95,
    server: own / answered,
    database: database / answered,
    cpu: (own + database) / answered,
  };
}

function timesOf(stage, servers) {
  return [servers.reduce((sum, { pid }) => sum + processTime(pid), 0), databaseTime(stage.postgres.pid)];
}

function mediansOf(rounds) {
  return Object.fromEntries(Object.keys(rounds[0]).map((member) => [member, median(rounds, member)]));
}
