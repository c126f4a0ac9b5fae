/** From SIGTERM until a process has ended: at rest, and while it has as much to do as it can. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pageMarkdown } from '../seed/markdown.mjs';
import { freePort } from '../stage.mjs';

const PAGES = 10_000;
const CALLERS = 20;
/** How long it works before it is stopped. */
const WORK_MS = 5_000;
const MOST_MS = 300_000;
const REVISIONS = `select count(*)::int as count from content.revision where organization_id = $1`;

/**
 * A process that answers and works. Under full work twenty callers write and read without a pause while the search index of
 * 10,000 new pages is made. Requests that were sent before the signal must be answered, and writes that were answered be
 * there; `lost` counts both.
 */
export const stopping = {
  name: 'stop',
  async run(stage, { rounds }) {
    const space = await stage.space(1_000);
    const rest = [];
    const busy = [];
    for (let round = 0; round < rounds; round++) {
      const idle = await stage.startQuire('all', await freePort(), { pinned: false });
      await sleep(WORK_MS / 5);
      rest.push({ ms: await ended(stage, idle), lost: 0 });
      busy.push(await stopUnderWork(stage, space, round));
    }
    return [
      { ...rowOf('at rest', rest), target: '< 1,000 ms' },
      { ...rowOf('under full work', busy), target: '≤ 5,000 ms, none lost' },
    ];
  },
};

/** The slowest counts: it is what an operator waits for. */
function rowOf(name, all) {
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
  const lost = all.reduce((sum, one) => sum + one.lost, 0);
  return { kind: 'timed', name, ms: times.at(-1), slowest: times.at(-1), lost };
}

async function stopUnderWork(stage, space, round) {
  await stage.newPages(PAGES, { first: PAGES * (round + 2) });
  const server = await stage.startQuire('all', await freePort(), { pinned: false });
  const before = await revisionsOf(stage);
  const callers = new Callers(server, space);
  await sleep(WORK_MS);
  const isSent = callers.stop();
  const ms = await ended(stage, server);
  const { written, lost } = await isSent;
  const kept = (await revisionsOf(stage)) - before;
  return { ms, lost: lost + Math.max(0, written - kept) };
}

/** Milliseconds from the signal until the process has ended. */
async function ended(stage, server) {
  const begin = performance.now();
  const late = sleep(MOST_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The process did not end within ${MOST_MS / 1000} s`);
  });
  await Promise.race([stage.stop(server), late]);
  return performance.now() - begin;
}

async function revisionsOf({ database, organization }) {
  return (await database.query(REVISIONS, [organization.id])).rows[0].count;
}

/** Callers that write and read by turns, until they are stopped. */
class Callers {
  #agent = new Agent({ keepAlive: true });
  #stopped = false;
  #written = 0;
  #lost = 0;

  constructor({ port, headers }, { id, pages }) {
    this.server = { port, agent: this.#agent, headers: { ...headers, 'content-type': 'application/json' } };
    this.path = `/v1/spaces/${id}/content`;
    this.pages = pages;
    this.done = Promise.all(Array.from({ length: CALLERS }, (_, caller) => this.#work(caller)));
  }

  /** No more are sent. Answers, once all have ended, how many writes were answered and how many requests were not. */
  async stop() {
    this.#stopped = true;
    await this.done;
    this.#agent.destroy();
    return { written: this.#written, lost: this.#lost };
  }

  async #work(caller) {
    for (let turn = 0; !this.#stopped; turn++) {
      const page = this.pages[(caller * 31 + turn) % this.pages.length];
      const document = { markdown: `${pageMarkdown(turn)}\nBy ${caller}, ${turn}\n` };
      const changes = [{ operation: 'update_page', page, document }];
      const isWrite = turn % 2 === 0;
      const isAnswered = isWrite
        ? await this.#call('POST', this.path, JSON.stringify({ changes }))
        : await this.#call('GET', `${this.path}/page/${page}?format=markdown`);
      if (!isAnswered) this.#lost++;
      else if (isWrite) this.#written++;
    }
  }

  /** Whether the whole answer came, and was a success. */
  async #call(method, path, body) {
    try {
      const call = request({ ...this.server, method, path }).end(body);
      const [answer] = await once(call, 'response');
      answer.resume();
      await once(answer, 'end');
      return answer.complete && answer.statusCode < 300;
    } catch {
      return false;
    }
  }
}
