import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTime, processTime } from '../process-time.mjs';
import { freePort } from '../stage.mjs';

const PAGES = 1_000;

/**
 * Translates 1,000 pages by a model that answers at once, then again after one of them changed, and where nothing did.
 * Seconds from what is done until the run ended, with the wait for the job.
 */
export const translating = {
  name: 'translation, 1,000 pages',
  async run(stage) {
    const model = await Model.start();
    const env = { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'echo' };
    const server = await stage.startQuire('all', await freePort(), { pinned: false, env });
    const { id: space, pages } = await stage.space(PAGES);
    const call = callOf(server);
    const results = [];
    const measure = async (name, count, act) => {
      const asked = model.asked;
      const before = [processTime(server.pid), databaseTime(stage.postgres.pid)];
      const start = performance.now();
      await act();
      results.push({
        kind: 'run',
        name: `${name}: ${model.asked - asked} texts asked for`,
        seconds: (performance.now() - start) / 1000,
        server: (processTime(server.pid) - before[0]) / count,
        database: (databaseTime(stage.postgres.pid) - before[1]) / count,
      });
    };
    let translation;
    const ended = async (runs) => {
      for (;;) {
        const { status, stats } = await call('GET', translation);
        if (status === 'completed' && stats.runs === runs) return;
        await sleep(10);
      }
    };
    await measure('first run', PAGES, async () => {
      const translations = `/v1/orgs/${stage.organization.id}/translations`;
      const created = await call('POST', translations, { source: { space, language: 'en' }, language: 'de' });
      translation = `${translations}/${created.id}`;
      await ended(1);
    });
    const change = {
      operation: 'update_page',
      page: pages[7].id ?? pages[7],
      document: { markdown: 'A new paragraph.' },
    };
    await call('POST', `/v1/spaces/${space}/content`, { changes: [change] });
    await measure('one page changed', 1, async () => {
      await call('POST', `${translation}/run`, {});
      await ended(2);
    });
    await stage.stop(server);
    model.stop();
    return results;
  },
};

function callOf({ port, headers }) {
  return async (method, path, body) => {
    const sent = body ? { ...headers, 'content-type': 'application/json' } : headers;
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: sent,
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** Speaks the protocol of a language model, and "translates" each text as it is. */
class Model {
  asked = 0;

  static async start() {
    const model = new Model();
    model.server = createServer((request, response) => void model.#answer(request, response)).listen(0, '127.0.0.1');
    await once(model.server, 'listening');
    return model;
  }

  get url() {
    return `http://127.0.0.1:${this.server.address().port}/v1`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  async #answer(request, response) {
    const { messages } = await json(request);
    const content = messages.at(-1).content;
    this.asked += Object.keys(JSON.parse(content)).length;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  }
}
