import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestCollector, type TakenSpan } from '#testing/telemetry/test-collector';
import { freePort, QuireProcess, TOKEN } from './support/quire-process.js';
import { until, WatchedScripts, type Watched } from './support/watched-scripts.js';

const SECRET = 'the title nobody else may read';
const KEY = 'a key with spaces';
const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
/** The end of a process may wait for the collector so long, besides all else. */
const MOST_ENDING_MS = 8_000;
/** How long a collector that is there again may have to wait. */
const AGAIN_MS = 120_000;

describe('what is exported to a collector of OpenTelemetry', () => {
  let collector: TestCollector;
  let quire: QuireProcess;
  let scripts: WatchedScripts;
  let watched: Watched;

  beforeAll(async () => {
    collector = await TestCollector.listen();
    quire = new QuireProcess({
      QUIRE_OTLP_ENDPOINT: `${collector.endpoint}/`,
      QUIRE_OTLP_HEADERS: `x-key=${encodeURIComponent(KEY)}`,
      QUIRE_OTLP_SIGNALS: 'traces,metrics,logs',
      QUIRE_TRACE_RATIO: '1',
      QUIRE_TRACES_PER_SECOND: '10000',
      QUIRE_LOG_LEVEL: 'info',
      QUIRE_OUTBOUND_ALLOW: '127.0.0.1',
    });
    await quire.start();
    scripts = await WatchedScripts.listen(quire);
    watched = await scripts.add('traced', () => 0);
  }, 120_000);
  afterAll(async () => {
    await quire.dispose();
    scripts.stop();
    await collector.close();
  }, 60_000);

  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Response> =>
    fetch(`${quire.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });

  const rootOf = (requestId: string): TakenSpan | undefined =>
    collector.spans.find(({ attributes }) => attributes['quire.request_id'] === requestId);

  /** The spans of the trace of a request, once one of each of these names is there. */
  async function traceOf(requestId: string, ...names: string[]): Promise<TakenSpan[]> {
    const spans = (): TakenSpan[] =>
      collector.spans.filter(({ traceId }) => traceId === (rootOf(requestId)?.traceId ?? ''));
    await until(`${names.join(', ')} are there`, () =>
      names.every((name) => spans().some((span) => span.name === name)),
    );
    return spans();
  }

  /** The names of a span and of those above it. */
  function pathOf(span: TakenSpan | undefined, all: readonly TakenSpan[]): string[] {
    if (!span) return [];
    return [
      span.name,
      ...pathOf(
        all.find(({ spanId }) => spanId === span.parentId),
        all,
      ),
    ];
  }

  it('is one trace from a request to the script that its change runs, and what that fetches', async () => {
    const changes = [{ operation: 'insert_page', title: SECRET, document: { markdown: `Of ${SECRET}.` } }];
    const path = `/v1/spaces/${watched.space}/content`;
    expect((await send('POST', path, { 'x-request-id': 'edit' }, { changes })).status).toBe(200);
    const spans = await traceOf('edit', 'POST /v1/spaces/:spaceId/content', 'commit', 'script', 'fetch POST');
    const named = (name: string): TakenSpan | undefined => spans.find((span) => span.name === name);
    const root = named('POST /v1/spaces/:spaceId/content');
    expect(root).toMatchObject({ kind: 2, parentId: '', failed: false });
    expect(root?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/spaces/:spaceId/content',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'quire.request_id': 'edit',
    });
    const above = pathOf(named('fetch POST'), spans);
    expect(above.at(-1)).toBe(root?.name);
    expect(above.at(-2)).toMatch(/^command /);
    expect(above.filter((name) => name.startsWith('job ')).length).toBeGreaterThan(0);
    expect(above.indexOf('script')).toBe(1);
    const statement = spans.find(({ name }) => name === 'jobs.add-flagged');
    expect(pathOf(statement, spans).at(-1)).toBe(root?.name);
    expect(statement).toMatchObject({ kind: 3 });
    expect(statement?.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'WITH' });
    expect(statement?.attributes['db.query.text']).toContain('$1');
    expect(named('script')?.attributes).toMatchObject({
      'quire.integration.id': expect.any(String),
      'quire.event.type': 'space_content_updated',
    });
  }, 60_000);

  it('is nothing of what users write, and no secret', async () => {
    await send('GET', `/v1/spaces/${watched.space}/search?query=${encodeURIComponent(SECRET)}`);
    await send('GET', '/v1/user', { authorization: 'Bearer a-token-that-is-not-valid' });
    await send('GET', '/v1/orgs/somewhere-else', { 'x-request-id': 'unknown' });
    await traceOf('unknown', 'GET /v1/orgs/:organizationId');
    expect(rootOf('unknown')?.attributes['http.response.status_code']).toBe(404);
    const all = Buffer.concat(collector.sent.map(({ body }) => body));
    for (const hidden of [SECRET, TOKEN, KEY, 'a-token-that-is-not-valid', 'admin@localhost'])
      expect([hidden, all.includes(hidden)]).toEqual([hidden, false]);
    const traces = Buffer.concat(collector.sent.filter(({ path }) => path === '/v1/traces').map(({ body }) => body));
    for (const hidden of [watched.space, watched.organization, 'somewhere-else'])
      expect([hidden, traces.includes(hidden)]).toEqual([hidden, false]);
    expect(collector.spans.filter(({ message, events }) => message !== '' || events > 0)).toEqual([]);
  }, 60_000);

  it('is sent with the headers that are set, and says which process it is from', () => {
    expect(new Set(collector.sent.map(({ headers }) => headers['x-key']))).toEqual(new Set([KEY]));
    expect(new Set(collector.sent.map(({ headers }) => headers['content-type']))).toEqual(
      new Set(['application/x-protobuf']),
    );
    const [resource] = collector.resources;
    expect(resource).toMatchObject({ 'service.name': 'quire', 'quire.role': 'all' });
    expect(new Set(collector.resources.map((one) => one['service.instance.id'])).size).toBe(1);
  });

  it('has lines of the log that name their trace, as those on standard output do', async () => {
    await send('GET', '/v1/user', { 'x-request-id': 'logged' });
    const line = () => collector.lines.find(({ attributes }) => attributes['reqId'] === 'logged');
    await until('the line is there', () => line() !== undefined && rootOf('logged') !== undefined);
    const root = rootOf('logged');
    expect(line()).toMatchObject({
      traceId: root?.traceId,
      spanId: root?.spanId,
      severity: 'info',
      body: 'GET /v1/user 200',
      attributes: { method: 'GET', route: '/v1/user', status: 200 },
    });
    const written = quire.lastOutput.split('\n').find((text) => text.includes('"reqId":"logged"'));
    expect(JSON.parse(written ?? '{}')).toMatchObject({ trace_id: root?.traceId, span_id: root?.spanId });
  }, 60_000);

  it('is decided here: callers can neither name the trace of a request nor add to it', async () => {
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
    await send('GET', '/v1/user', { 'x-request-id': 'forced', traceparent, tracestate: 'a=b', baggage: 'user=ada-9' });
    await traceOf('forced', 'GET /v1/user');
    expect(rootOf('forced')).toMatchObject({ parentId: '', links: [] });
    expect(rootOf('forced')?.traceId).not.toBe(CALLER.trace);
    expect(Buffer.concat(collector.sent.map(({ body }) => body)).includes('ada-9')).toBe(false);
  }, 60_000);

  it('leaves probes out', () => {
    expect(collector.spans.filter(({ name }) => name.includes('/health'))).toEqual([]);
  });

  it('is dropped while the collector is away, which is logged once and holds up nothing; then it goes on', async () => {
    const { port } = collector;
    await collector.close();
    const away = () => quire.lastOutput.split('\n').filter((line) => line.includes('QUIRE_OTLP_ENDPOINT takes no'));
    await until('it is logged', async () => {
      await send('GET', '/health/live');
      return away().length > 0 || (await send('GET', '/v1/user')).status !== 200;
    });
    expect(away()).toEqual([expect.stringContaining('ECONNREFUSED')]);
    const before = collector;
    collector = await TestCollector.listen(port);
    collector.sent.push(...before.sent);
    const giveUp = Date.now() + AGAIN_MS;
    while (rootOf('again') === undefined && Date.now() < giveUp) {
      await send('GET', '/v1/user', { 'x-request-id': 'again' });
      await sleep(500);
    }
    expect(rootOf('again')?.name).toBe('GET /v1/user');
  }, 180_000);

  it('is exported to the end when the process ends, measurements included', async () => {
    await send('GET', '/v1/user', { 'x-request-id': 'last' });
    await quire.stop();
    expect(rootOf('last')?.name).toBe('GET /v1/user');
    expect(collector.lines.some(({ attributes }) => attributes['reqId'] === 'last')).toBe(true);
    expect([...collector.metrics]).toEqual(
      expect.arrayContaining(['http.server.request.duration.seconds', 'quire.jobs.parked', 'process.cpu.seconds']),
    );
    await quire.start();
  }, 120_000);

  it('does not hold up the end of the process where the collector does not answer', async () => {
    collector.silent = true;
    await send('GET', '/v1/user');
    const begun = performance.now();
    expect(await quire.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(MOST_ENDING_MS);
    collector.silent = false;
  }, 60_000);
});

describe('a gateway whose traces are continued, and a ratio', () => {
  let collector: TestCollector;
  let quire: QuireProcess;

  beforeAll(async () => {
    collector = await TestCollector.listen();
    quire = new QuireProcess({
      QUIRE_OTLP_ENDPOINT: collector.endpoint,
      QUIRE_OTLP_SIGNALS: 'traces',
      QUIRE_TRACE_RATIO: '0.2',
      QUIRE_TRACES_PER_SECOND: '10000',
      QUIRE_TRACE_PARENTS: '127.0.0.1,::1',
    });
    await quire.start();
  }, 120_000);
  afterAll(async () => {
    await quire.dispose();
    await collector.close();
  }, 60_000);

  it('record what the gateway says, of all else the part that is asked for, and export nothing but traces', async () => {
    const send = (id: string, headers: Record<string, string> = {}) =>
      fetch(`${quire.url}/v1/user`, {
        headers: { authorization: `Bearer ${TOKEN}`, 'x-request-id': id, ...headers },
      });
    for (let nth = 0; nth < 400; nth++) await send(`own-${nth}`);
    for (let nth = 0; nth < 40; nth++)
      await send(`off-${nth}`, { traceparent: `00-${CALLER.trace}-${CALLER.span}-00` });
    await send('on', { traceparent: `00-${CALLER.trace}-${CALLER.span}-01`, baggage: 'user=ada-9' });
    await quire.stop();
    const ids = collector.spans.flatMap(
      ({ attributes }) => (attributes['quire.request_id'] as string | undefined) ?? [],
    );
    const own = ids.filter((id) => id.startsWith('own-'));
    expect(own.length).toBeGreaterThan(30);
    expect(own.length).toBeLessThan(150);
    expect(ids.filter((id) => id.startsWith('off-'))).toEqual([]);
    const on = collector.spans.find(({ attributes }) => attributes['quire.request_id'] === 'on');
    expect(on).toMatchObject({ traceId: CALLER.trace, parentId: CALLER.span });
    expect(new Set(collector.sent.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    expect(Buffer.concat(collector.sent.map(({ body }) => body)).includes('ada-9')).toBe(false);
  }, 120_000);
});

describe('without a collector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-loaded-'));
  const watch = join(folder, 'watch.cjs');
  const file = join(folder, 'loaded.json');

  beforeAll(() =>
    writeFileSync(
      watch,
      `const { _cache } = require('node:module');
       process.once('exit', () => require('node:fs').writeFileSync(${JSON.stringify(file)},
         JSON.stringify(Object.keys(_cache).filter((path) => path.includes('@opentelemetry')))));`,
    ),
  );
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The files of OpenTelemetry that a process has loaded at its end. */
  async function loaded(env: Record<string, string>): Promise<string[]> {
    const quire = new QuireProcess({ NODE_OPTIONS: `--require=${watch}`, ...env });
    await quire.start();
    expect((await quire.call('GET', '/user')).status).toBe(200);
    await quire.stop();
    const files = JSON.parse(readFileSync(file, 'utf8')) as string[];
    await quire.dispose();
    return files;
  }

  it('nothing of OpenTelemetry is loaded, and with one it is', async () => {
    expect(await loaded({})).toEqual([]);
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    expect((await loaded({ QUIRE_OTLP_ENDPOINT: endpoint, QUIRE_OTLP_SIGNALS: 'traces' })).length).toBeGreaterThan(10);
  }, 120_000);
});
