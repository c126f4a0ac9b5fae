/** Writes with everything that follows them, the search index above all, in the process that answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { median, withRatio } from '../contest.mjs';
import { databaseTime, processTime } from '../process-time.mjs';
import { pageMarkdown, untitledMarkdown } from '../seed/markdown.mjs';
import { freePort } from '../stage.mjs';
import { indexed, isIndexed } from './searching.mjs';

const PAGES = 1_000;
const CONNECTIONS = 10;
/** Writes a second: what one process answers beside the work on the index. */
const RATE = 40;
const PATIENCE_MS = 300_000;
const TARGET = 'ratio ≤ 1.5';

const WRITES = {
  'edit a title': (page) => ({ operation: 'update_page', page, title: 'Another title {{n}}' }),
  'edit a page': (page, i) => ({
    ...{ operation: 'update_page', page },
    document: { markdown: `${pageMarkdown(i)}\nEdit {{n}}\n` },
  }),
  'create a page': () => ({
    ...{ operation: 'insert_page', title: 'Created {{n}}' },
    document: { markdown: `${untitledMarkdown(7)}\nPage {{n}}\n` },
  }),
};

/**
 * The same writes at the same rate of a process that only answers (role `api`), and of one that works as well (role
 * `all`), until the search index has all of them.
 */
export const following = {
  name: 'writes with what follows',
  async run(stage, { rounds, seconds }) {
    const space = await stage.space(PAGES);
    await indexed(stage, space);
    const works = Object.entries(WRITES).map(([name, changeOf]) => ({
      ...{ name, api: [], all: [] },
      requests: space.pages.slice(0, 200).map((page, i) => ({
        ...{ method: 'POST', path: `/v1/spaces/${space.id}/content`, headers: stage.quire.headers },
        body: JSON.stringify({ changes: [changeOf(page, i)] }),
      })),
    }));
    let first = 0;
    const write = async (server, requests, until) => {
      const before = timesOf(stage, server);
      const plan = { port: server.port, connections: CONNECTIONS, seconds, rate: RATE, requests, first };
      const { answered, p50, p99, perSecond } = await stage.load.run(plan);
      first += answered;
      await until();
      const [own, database] = timesOf(stage, server).map((time, i) => (time - before[i]) / answered);
      return { p50, p99, perSecond, server: own, database };
    };
    const untilIndexed = () => waitFor(() => isIndexed(stage, space.id));
    // The first round warms up.
    for (let round = -1; round < rounds; round++) {
      for (const { requests, api } of works) {
        const measured = await write(stage.quire, requests, () => undefined);
        if (round >= 0) api.push(measured);
      }
      const server = await stage.startQuire('all', await freePort());
      await untilIndexed();
      // A process that was just started translates its code, and so do its threads.
      for (const { requests } of works) await write(server, requests, untilIndexed);
      for (const { requests, all } of works) {
        const measured = await write(server, requests, untilIndexed);
        if (round >= 0) all.push(measured);
      }
      await stage.stop(server);
    }
    return works.flatMap(({ name, api, all }) => {
      const alone = { name: `${name}, role api`, ...mediansOf(api) };
      const whole = { name: `${name}, role all`, ...mediansOf(all), target: TARGET };
      // All connections are never busy here.
      return [alone, { ...withRatio(whole, [alone]), ratioBusy: undefined }];
    });
  },
};

const timesOf = ({ postgres }, { pid }) => [processTime(pid), databaseTime(postgres.pid)];

const mediansOf = (rounds) =>
  Object.fromEntries(Object.keys(rounds[0]).map((member) => [member, median(rounds, member)]));

async function waitFor(condition) {
  for (const end = performance.now() + PATIENCE_MS; !(await condition()); await sleep(50))
    if (performance.now() > end) throw new Error(`The search index was not ready within ${PATIENCE_MS / 1000} s`);
}
