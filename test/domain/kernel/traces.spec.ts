import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ArrivedRequest, RequestTrace, TracedRequest } from '#kernel/application/request-tracing';
import { Collector } from '#kernel/infrastructure/telemetry/collector';
import { Traces } from '#kernel/infrastructure/telemetry/traces';
import { readSettings } from '#kernel/infrastructure/settings';
import { TestCollector } from '#testing/telemetry/test-collector';

const IDENTITY = { version: '1', role: 'api', instance: 'one' };
const MOST_SPANS = 500;
const MOST_CHARACTERS = 1_000;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

type Request = ArrivedRequest & TracedRequest;

const request = (more: Partial<Request> = {}): Request => ({
  method: 'GET',
  route: '/v1/user',
  scheme: 'http',
  requestId: 'one',
  peer: '192.0.2.1',
  traceParent: undefined,
  ...more,
});

const begin = (traces: Traces, of: Request): RequestTrace | undefined => traces.request(of, () => of);

describe('traces', () => {
  let collector: TestCollector;
  const said: string[] = [];

  beforeAll(async () => {
    collector = await TestCollector.listen();
  });
  afterAll(() => collector.close());
  beforeEach(() => {
    collector.spans.length = 0;
    said.length = 0;
  });

  async function started(env: Record<string, string> = {}): Promise<Traces> {
    const { otlp } = readSettings({
      QUIRE_OTLP_ENDPOINT: collector.endpoint,
      QUIRE_TRACE_RATIO: '1',
      QUIRE_TRACES_PER_SECOND: '10000',
      QUIRE_TRACE_PARENTS: '10.0.0.0/8',
      ...env,
    });
    const traces = new Traces(otlp);
    const log = { info: (line: string) => void said.push(line), warn: (line: string) => void said.push(line) };
    if (otlp) await traces.start(new Collector(otlp, IDENTITY, log));
    return traces;
  }

  /** Does work in a trace of one request. */
  async function traced(traces: Traces, work: () => Promise<void>, of = request()): Promise<void> {
    const trace = begin(traces, of);
    await trace?.during(work);
    trace?.end(200);
  }

  const named = (name: string) => collector.spans.filter((span) => span.name === name);

  it('hold a limited number of spans, and say how many are left out', async () => {
    const traces = await started();
    await traced(traces, async () => {
      for (let at = 0; at < MOST_SPANS + 300; at++) await traces.span({ name: 'child' }, () => Promise.resolve());
    });
    await traces.close();
    expect(named('child')).toHaveLength(MOST_SPANS);
    expect(named('GET /v1/user')[0]?.attributes).toMatchObject({ 'quire.dropped_spans': 300 });
  });

  it('drop spans that wait for the collector where there are too many', async () => {
    const traces = await started();
    for (let nth = 0; nth < 20; nth++)
      await traced(traces, async () => {
        // In one turn, so that nothing is exported meanwhile.
        const all = Array.from({ length: 400 }, () => traces.span({ name: 'child' }, () => Promise.resolve()));
        await Promise.all(all);
      });
    await traces.close();
    expect(collector.spans.length).toBeGreaterThan(0);
    expect(collector.spans.length).toBeLessThanOrEqual(4_000);
  });

  it('cut long texts, and have the code of a failed statement without what the error says', async () => {
    const traces = await started();
    const text = `select $1 ${'x'.repeat(5_000)}`;
    const failure = Object.assign(new Error('Key (email)=(ada@example.com) already exists'), { code: '23505' });
    await traced(traces, async () => {
      const statements = [
        { name: 'first', text, command: 'SELECT 1' },
        { name: 'second', text },
        { name: '', text: '-- why\n  insert into t values ($1)' },
      ];
      await traces.statements(statements, () => Promise.reject(failure)).catch(() => undefined);
      await traces.span({ name: 'refused' }, () => Promise.reject(failure)).catch(() => undefined);
    });
    await traces.close();
    expect(named('first')[0]).toMatchObject({ failed: false });
    expect(named('first')[0]?.attributes['db.query.text']).toHaveLength(MOST_CHARACTERS);
    expect(named('second')[0]).toMatchObject({ failed: true, message: '', events: 0 });
    expect(named('second')[0]?.attributes).toMatchObject({ 'error.type': '23505', 'db.response.status_code': '23505' });
    expect(named('INSERT')[0]).toMatchObject({ failed: false });
    expect(named('refused')[0]).toMatchObject({ failed: true, message: '', events: 0 });
    expect(Buffer.concat(collector.sent.map(({ body }) => body)).includes('ada@example.com')).toBe(false);
  });

  it('begin at the request, whatever strangers say, and continue those of gateways', async () => {
    const traces = await started({ QUIRE_TRACE_RATIO: '0' });
    const sampled = `00-${TRACE}-${SPAN}-01`;
    const isRecorded = (more: Partial<Request>): boolean => begin(traces, request(more)) !== undefined;
    expect(isRecorded({ traceParent: sampled })).toBe(false);
    expect(isRecorded({ traceParent: sampled, peer: undefined })).toBe(false);
    expect(isRecorded({ traceParent: sampled, peer: '10.1.2.3' })).toBe(true);
    expect(isRecorded({ traceParent: sampled, peer: '::ffff:10.1.2.3' })).toBe(true);
    expect(isRecorded({ traceParent: `00-${TRACE}-${SPAN}-00`, peer: '10.1.2.3' })).toBe(false);
    for (const wrong of ['', 'x'.repeat(9_000), `ff-${TRACE}-${SPAN}-01`, `00-${'0'.repeat(32)}-${SPAN}-01`])
      expect(isRecorded({ traceParent: wrong, peer: '10.1.2.3' })).toBe(false);
    expect(begin(traces, request({ traceParent: sampled, peer: '10.1.2.3' }))?.ids.trace_id).toBe(TRACE);
    await traces.close();
  });

  it('ask what a request is only where it is recorded, and leave out what has no answer to that', async () => {
    let asked = 0;
    const describe = (): undefined => void asked++;
    const never = await started({ QUIRE_TRACE_RATIO: '0' });
    for (let nth = 0; nth < 100; nth++) expect(never.request(request(), describe)).toBeUndefined();
    expect(asked).toBe(0);
    const always = await started();
    expect(always.request(request(), describe)).toBeUndefined();
    expect(asked).toBe(1);
    await Promise.all([never.close(), always.close()]);
    expect(collector.spans).toEqual([]);
  });

  it('say how long each span took', async () => {
    const traces = await started();
    await traced(traces, () => traces.span({ name: 'slow' }, () => new Promise((done) => setTimeout(done, 50))));
    await traces.close();
    const [slow, root] = [named('slow')[0]?.duration ?? 0, named('GET /v1/user')[0]?.duration ?? 0];
    expect(slow / 1e6).toBeGreaterThan(45);
    expect(slow / 1e6).toBeLessThan(10_000);
    expect(root).toBeGreaterThanOrEqual(slow);
  });

  it('record the part of requests that is asked for', async () => {
    const traces = await started({ QUIRE_TRACE_RATIO: '0.25' });
    const recorded = Array.from({ length: 4_000 }, () => begin(traces, request())).filter((trace) => trace);
    expect(recorded.length).toBeGreaterThan(800);
    expect(recorded.length).toBeLessThan(1_200);
    await traces.close();
  });

  it('record so many a second of what is decided here, and all that a gateway asks for', async () => {
    const traces = await started({ QUIRE_TRACES_PER_SECOND: '3' });
    const begun = performance.now();
    const count = (of: Request): number =>
      Array.from({ length: 400 }, () => begin(traces, of)).filter((trace) => trace).length;
    expect(count(request({ peer: '10.0.0.1', traceParent: `00-${TRACE}-${SPAN}-01` }))).toBe(400);
    const own = count(request());
    expect(own).toBeGreaterThanOrEqual(3);
    expect(own).toBeLessThanOrEqual(4 + Math.floor(((performance.now() - begun) / 1_000) * 3));
    await traces.close();
  });

  it('go on in jobs, and begin anew after many of them, with a link', async () => {
    const traces = await started();
    const follow = async (flag: string | undefined, left: number): Promise<void> => {
      const flags = flag === undefined ? [] : [flag];
      if (left > 0) await traces.job('test.step', flags, () => follow(traces.flagForJobs, left - 1));
    };
    await traced(traces, () => follow(traces.flagForJobs, 10));
    await traces.close();
    const [root] = named('GET /v1/user');
    const jobs = named('job test.step');
    expect(jobs.filter(({ traceId }) => traceId === root?.traceId)).toHaveLength(8);
    const anew = jobs.find(({ links }) => links.length > 0);
    expect(anew).toMatchObject({ parentId: '', links: [expect.stringMatching(`^${root?.traceId} `)] });
    expect(jobs.filter(({ traceId }) => traceId === anew?.traceId)).toHaveLength(2);
  });

  it('record nothing of work that goes on after the answer', async () => {
    const traces = await started();
    let later = Promise.resolve();
    let captured: ReturnType<Traces['capture']>;
    await traced(traces, () => {
      captured = traces.capture();
      later = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
        traces.span({ name: 'late' }, () => Promise.resolve()),
      );
      return Promise.resolve();
    });
    await later;
    await captured?.(() => traces.span({ name: 'late' }, () => Promise.resolve()));
    expect(traces.active).toBe(false);
    await traces.close();
    expect(collector.spans.map(({ name }) => name)).toEqual(['GET /v1/user']);
  });

  it('keep requests at the same time apart', async () => {
    const traces = await started();
    const one = async (name: string): Promise<void> => {
      for (let at = 0; at < 5; at++) {
        await new Promise((resolve) => setImmediate(resolve));
        await traces.span({ name }, () => new Promise((resolve) => setImmediate(resolve)));
      }
    };
    await Promise.all(['a', 'b', 'c'].map((name) => traced(traces, () => one(name), request({ requestId: name }))));
    await traces.close();
    for (const { traceId, attributes } of named('GET /v1/user')) {
      const names = collector.spans.filter((span) => span.traceId === traceId && span.parentId !== '');
      expect(names.map(({ name }) => name)).toEqual(Array(5).fill(attributes['quire.request_id']));
    }
  });

  it('that a collector refuses are dropped, which is said once', async () => {
    collector.status = 400;
    try {
      const traces = await started();
      for (let nth = 0; nth < 3; nth++) await traced(traces, () => Promise.resolve());
      await traces.close();
      expect(said).toEqual([
        expect.stringMatching(/takes no traces: it answers with status 400\. They are dropped\.$/),
      ]);
    } finally {
      collector.status = 200;
    }
  });

  it('are off without the setting: work is run, and nothing is active', async () => {
    for (const traces of [await started({ QUIRE_OTLP_ENDPOINT: '', QUIRE_TRACE_PARENTS: '' }), new Traces(undefined)]) {
      expect([traces.on, traces.active, traces.ids, traces.flagForJobs]).toEqual([false, false, undefined, undefined]);
      expect(begin(traces, request())).toBeUndefined();
      expect(await traces.job('test.job', [], () => Promise.resolve(7))).toBe(7);
      expect(await traces.span({ name: 'span' }, () => Promise.resolve(7))).toBe(7);
    }
    expect((await started({ QUIRE_OTLP_SIGNALS: 'metrics' })).on).toBe(false);
  });
});
