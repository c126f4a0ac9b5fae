/**
 * `npm run soak [-- --minutes 10 --clients 8]`: mixed work on one Quire for a long time. Tells each minute how much was
 * answered and how much memory the server holds, and at the end how the last third compares with the one before it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { prepare } from '../bin/prepare.mjs';
import { memory } from './process-time.mjs';
import { pageMarkdown, randomFrom, searchQueries } from './seed/markdown.mjs';

const PAGES = 1_000;
const EVERY_MS = 5_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, clients: { type: 'string', default: '8' } },
});
await prepare();
const { freePort, Stage } = await import('./stage.mjs');

const stage = await Stage.open();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stage.close().finally(() => process.exit(130)));
try {
  // One process that answers and works on the jobs that follow, as `npm start` runs it.
  await stage.stop(stage.quire);
  const port = await freePort();
  stage.quire = await stage.startQuire('all', port, { pinned: false });
  stage.api.base = `http://localhost:${port}`;
  await soak(Number(values.minutes) * 60_000, Number(values.clients));
} finally {
  await stage.close();
}

async function soak(length, clients) {
  const space = await stage.space(PAGES);
  const path = `/v1/spaces/${space.id}`;
  const end = performance.now() + length;
  const times = [];
  const call = async (method, to, body) => {
    const begin = performance.now();
    const answer = await fetch(stage.api.base + to, {
      method,
      headers: { ...stage.api.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${to}: ${answer.status} ${text}`);
    times.push(performance.now() - begin);
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  };
  const samples = [];
  const watching = watch(end, times, samples);
  await Promise.all(
    Array.from({ length: clients }, (_, number) => work(number + 1, { call, path, pages: space.pages, end })),
  );
  await watching;
  const third = Math.floor(samples.length / 3);
  const median = (part) => part.sort((a, b) => a - b)[Math.floor(part.length / 2)];
  const ratio = median(samples.slice(-third)) / median(samples.slice(third, 2 * third));
  console.log(`\nMemory of the last third of the time to that of the second: ${ratio.toFixed(2)}`);
}

/** What one caller does: mostly reads, some searches and edits, now and then a change request from its start to its merge. */
async function work(seed, { call, path, pages, end }) {
  const random = randomFrom(seed);
  const one = (list) => list[Math.floor(random() * list.length)];
  const queries = searchQueries();
  const update = () => ({
    changes: [
      { operation: 'update_page', page: one(pages), document: { markdown: pageMarkdown(Math.floor(random() * 1e6)) } },
    ],
  });
  while (performance.now() < end) {
    const choice = random();
    if (choice < 0.6) await call('GET', `${path}/content/page/${one(pages)}?format=markdown`);
    else if (choice < 0.7) await call('GET', `${path}/content/pages`);
    else if (choice < 0.8) await call('GET', `${path}/search?query=${encodeURIComponent(one(queries))}`);
    else if (choice < 0.93) await call('POST', `${path}/content`, update());
    else if (choice < 0.96) {
      const { id } = await call('POST', `${path}/comments`, { body: { markdown: `About ${seed}` } });
      await call('DELETE', `${path}/comments/${id}`);
    } else {
      const { id } = await call('POST', `${path}/change-requests`, { subject: `By ${seed}` });
      const request = `${path}/change-requests/${id}`;
      await call('POST', `${request}/content`, update());
      await call('GET', `${request}/changes`);
      await call('POST', `${request}/update`);
      await call('POST', `${request}/merge`);
    }
  }
}

async function watch(end, times, samples) {
  console.log('| minute | requests/s | p99 ms | memory MB |\n| --- | --- | --- | --- |');
  let [begin, minute] = [performance.now(), 1];
  while (performance.now() < end) {
    await sleep(EVERY_MS);
    samples.push(memory(stage.quire.pid));
    const now = performance.now();
    if (now - begin < 60_000 && now < end) continue;
    const taken = times.splice(0).sort((a, b) => a - b);
    const p99 = taken[Math.floor(taken.length * 0.99)] ?? 0;
    const perSecond = (taken.length / (now - begin)) * 1000;
    console.log(`| ${minute++} | ${perSecond.toFixed(0)} | ${p99.toFixed(0)} | ${(samples.at(-1) / 1e6).toFixed(0)} |`);
    begin = now;
  }
}
