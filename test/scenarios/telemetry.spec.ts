import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestCollector, type TakenSpan } from '#testing/telemetry/test-collector';
import { freePort, QuireProcess, TOKEN } from './support/quire-process.js';
import { until, WatchedScripts, type Watched } from './support/watched-scripts.js';

const SECRET = 'the title nobody else may read';
const KEY = 'a key with spaces';
const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
/** The end of a process may wait for the collector so long, besides all else. */
const MOST_ENDING_MS = 8_000;

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
      QUIRE_TRACE_RATIO: '1',
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
});
