/** OpenAPI specifications: what it takes to process one, and to read it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { contest, LIMIT } from '../contest.mjs';
import { memory, peakMemory, processTime } from '../process-time.mjs';
import { specificationOf } from '../seed/specification.mjs';
import { freePort } from '../stage.mjs';

const MB = 1_000_000;
const TABLE = `create table bare.specification as
  select 'read' as slug, convert_from(body, 'UTF8') as text, version as etag from bare.answer where key like '%/openapi/read/%'`;

/**
 * Publishes documents of 1 and 10 MB as text and waits until they are processed, by a server that was just started and
 * may use all processors. Memory is what it holds at most beyond what it held before, the thread included. Then the same
 * again with one schema changed, while a space has its pages.
 */
export const processing = {
  name: 'OpenAPI specification, processed',
  async run(stage) {
    const results = [];
    for (const size of [1, 10]) {
      const server = await stage.startQuire('all', await freePort(), { pinned: false });
      await stage.emptySpace('Specifications');
      const before = memory(server.pid);
      const slug = `measured-${size}`;
      const first = await measured(server, () => publish(stage, server, slug, specificationOf(size * MB)));
      const peak = peakMemory(server.pid) - before;
      const space = await measured(server, () => reference(stage, server, slug));
      const again = await measured(server, () => publish(stage, server, slug, specificationOf(size * MB, '2')));
      await stage.stop(server);
      const name = `${size} MB`;
      results.push(
        { kind: 'run', name: `${name}, first`, ...first, memory: peak },
        { kind: 'run', name: `${name}, space of its pages`, ...space },
        { kind: 'run', name: `${name}, changed`, ...again },
      );
    }
    return results;
  },
};

/** Reads the content of the latest version of a document of 1 MB. */
export const specificationContent = {
  name: 'OpenAPI specification, content',
  async run(stage, options) {
    const server = await stage.startQuire('all', await freePort(), { pinned: false });
    await stage.emptySpace('Specifications');
    await publish(stage, server, 'read', specificationOf(MB));
    const path = `/v1/orgs/${stage.organization.id}/openapi/read/versions/latest/content`;
    await stage.copyAnswers([{ path }], server);
    await stage.stop(server);
    await stage.database.query(TABLE);
    const bare = [
      [LIMIT, await stage.startBare('specification')],
      ['bare, keeping answers', await stage.startBare('answer', 'kept')],
    ];
    const all = [['Quire', stage.quire], ...bare].map(([name, of]) => ({ name, server: of, requests: [{ path }] }));
    const results = await contest(stage, all, options);
    for (const [, other] of bare) await stage.stop(other);
    return results;
  },
};

async function measured({ pid }, work) {
  const before = processTime(pid);
  const start = performance.now();
  await work();
  return { seconds: (performance.now() - start) / 1000, server: processTime(pid) - before };
}

async function publish(stage, { port, headers }, slug, text) {
  const url = `http://localhost:${port}/v1/orgs/${stage.organization.id}/openapi/${slug}`;
  const put = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await fetch(url, { ...put, body: JSON.stringify({ source: { text } }) });
  if (answer.status !== 200) throw new Error(`The specification was answered with ${answer.status}`);
  for (;;) {
    const spec = await (await fetch(url, { headers })).json();
    if (spec.lastProcessErrorCode) throw new Error(`The specification was not read: ${JSON.stringify(spec)}`);
    if (spec.processingState === 'complete') return;
    await sleep(20);
  }
}

async function reference(stage, { port, headers }, spec) {
  const dependencies = { spec: { ref: { kind: 'openapi', spec } } };
  const computedSource = { type: 'builtin:openapi', props: { models: true }, dependencies };
  const answer = await fetch(`http://localhost:${port}/v1/orgs/${stage.organization.id}/spaces`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Pages of ${spec}`, computedSource }),
  });
  if (answer.status !== 201) throw new Error(`The space was answered with ${answer.status}: ${await answer.text()}`);
}
