import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Collector } from '#kernel/infrastructure/telemetry/collector';
import { LogExporter } from '#kernel/infrastructure/telemetry/log-exporter';
import { readSettings } from '#kernel/infrastructure/settings';
import { TestCollector } from '#testing/telemetry/test-collector';
import { createLog } from '../../../src/logging.js';

const IDENTITY = { version: '1', role: 'api', instance: 'one' };
const IDS = { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', span_id: '00f067aa0ba902b7' };
const MOST_MEMBERS = 32;
/** Members of a line that takes some 120 kB. */
const LARGE = Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`member${nth}`, 'x'.repeat(4_000)]));
/** So many of them are sent before their time, a megabyte; and so many wait meanwhile, eight. */
const SENT = 9;
const WAITING = 67;
const MOST_CHARACTERS = 4_000;

describe('lines of the log that are exported', () => {
  let collector: TestCollector;
  let ids: typeof IDS | undefined;
  const written: Record<string, unknown>[] = [];

  beforeAll(async () => {
    collector = await TestCollector.listen();
    const { otlp } = readSettings({ QUIRE_OTLP_ENDPOINT: collector.endpoint, QUIRE_OTLP_SIGNALS: 'logs' });
    if (!otlp) throw new Error('nothing is exported');
    const silent = { info: () => undefined, warn: () => undefined };
    const exporter = new LogExporter(new Collector(otlp, IDENTITY, silent));
    const write = (line: string): void => {
      written.push(JSON.parse(line) as Record<string, unknown>);
      exporter.take(line);
    };
    const traces = {
      on: true,
      get ids() {
        return ids;
      },
    };
    const log = createLog('info', { write }, { traces });
    log.info({ reqId: 'plain', nested: { a: [1] }, missing: null }, 'of no trace');
    ids = IDS;
    log.warn({ reqId: 'traced' }, 'of a trace');
    log.error({ err: new TypeError('it is not a number') });
    ids = undefined;
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`member${nth}`, 'x'.repeat(9_000)]));
    log.info(many, 'y'.repeat(9_000));
    log.info('without members');
    await exporter.close();
  });
  afterAll(() => collector.close());

  const line = (body: string) => collector.lines.find((one) => one.body === body);

  it('have their members as attributes, objects as JSON', () => {
    expect(line('of no trace')).toMatchObject({ severity: 'info', traceId: '', spanId: '' });
    expect(line('of no trace')?.attributes).toEqual({ reqId: 'plain', nested: '{"a":[1]}' });
    expect(line('without members')?.attributes).toEqual({});
  });

  it('name the trace they belong to, as what is written does, and no other', () => {
    expect(line('of a trace')).toMatchObject({ severity: 'warn', traceId: IDS.trace_id, spanId: IDS.span_id });
    expect(line('of a trace')?.attributes).toEqual({ reqId: 'traced' });
    expect(written.filter((one) => 'trace_id' in one).map(({ level }) => level)).toEqual(['warn', 'error']);
    expect(written[1]).toMatchObject({ ...IDS, reqId: 'traced' });
  });

  it('have type, message and stack of an error', () => {
    expect(collector.lines.find(({ severity }) => severity === 'error')?.attributes).toEqual({
      'exception.type': 'TypeError',
      'exception.message': 'it is not a number',
      'exception.stacktrace': expect.stringContaining('exported-lines.spec'),
    });
  });

  it('are of limited length, and have a limited number of members', () => {
    const long = collector.lines.find(({ body }) => body.startsWith('y'));
    expect(long?.body).toHaveLength(MOST_CHARACTERS);
    expect(Object.values(long?.attributes ?? {}).map((text) => String(text).length)).toEqual(
      Array(MOST_MEMBERS).fill(MOST_CHARACTERS),
    );
  });

  it('are sent after five seconds although they are few, all of them, and those that follow in batches of their own', async () => {
    const { otlp } = readSettings({ QUIRE_OTLP_ENDPOINT: collector.endpoint, QUIRE_OTLP_SIGNALS: 'logs' });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] });
    const exporter = new LogExporter(new Collector(otlp!, IDENTITY, { info: () => undefined, warn: () => undefined }));
    const sent = async (of: string): Promise<number[]> => {
      jest.useRealTimers();
      const counts = (): number[] => collector.sent.map(({ body }) => body.toString('latin1').split(of).length - 1);
      for (let tries = 0; tries < 100 && !counts().some((count) => count > 0); tries++) await sleep(20);
      return counts().filter((count) => count > 0);
    };
    const take = (count: number, msg: string): void => {
      for (let nth = 0; nth < count; nth++) exporter.take(JSON.stringify({ level: 'info', msg, ...LARGE }));
    };
    take(3, 'few');
    jest.advanceTimersByTime(4_900);
    take(2, 'few');
    jest.advanceTimersByTime(100);
    expect(await sent('few')).toEqual([5]);
    take(SENT, 'many');
    expect(await sent('many')).toEqual([SENT]);
    await exporter.close();
  });

  describe('that are many', () => {
    const exporterTo = ({ endpoint }: TestCollector): LogExporter => {
      const { otlp } = readSettings({ QUIRE_OTLP_ENDPOINT: endpoint, QUIRE_OTLP_SIGNALS: 'logs' });
      return new LogExporter(new Collector(otlp!, IDENTITY, { info: () => undefined, warn: () => undefined }));
    };
    const take = (exporter: LogExporter, from: number, to: number, members = {}): void => {
      for (let n = from; n < to; n++)
        exporter.take(`${JSON.stringify({ level: 'info', msg: 'one of many', n, ...members })}\n`);
    };
    const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, nth) => from + nth);

    it('arrive in their order, with nothing between them lost', async () => {
      const taking = await TestCollector.listen();
      const exporter = exporterTo(taking);
      take(exporter, 0, 1_500);
      await exporter.close();
      expect(taking.lines.map(({ attributes }) => attributes['n'])).toEqual(numbers(0, 1_500));
      await taking.close();
    });

    it('are dropped beyond eight megabytes that wait for a request under way; those that come later are exported again', async () => {
      const taking = await TestCollector.listen();
      const exporter = exporterTo(taking);
      // No answer arrives before all of them were taken.
      take(exporter, 0, 200, LARGE);
      for (let tries = 0; tries < 200 && taking.lines.length < SENT + WAITING; tries++) await sleep(10);
      take(exporter, 200, 210);
      await exporter.close();
      const sent = [...numbers(0, SENT + WAITING), ...numbers(200, 210)];
      expect(taking.lines.map(({ attributes }) => attributes['n'])).toEqual(sent);
      await taking.close();
    });

    it('wait for others when they come while a request is under way', async () => {
      const taking = await TestCollector.listen();
      const exporter = exporterTo(taking);
      take(exporter, 0, SENT, LARGE);
      for (let n = SENT; taking.lines.length === 0; n++, await sleep(5)) take(exporter, n, n + 1);
      await sleep(200);
      expect(taking.sent).toHaveLength(1);
      await exporter.close();
      expect(taking.sent).toHaveLength(2);
      expect(taking.lines.map(({ attributes }) => attributes['n'])).toEqual(numbers(0, taking.lines.length));
      await taking.close();
    });

    it('are exported although one is no JSON, or so long that it is not read', async () => {
      const taking = await TestCollector.listen();
      const exporter = exporterTo(taking);
      exporter.take('Segmentation fault\n');
      exporter.take(`${JSON.stringify({ level: 'warn', msg: 'long'.repeat(300_000) })}\n`);
      await exporter.close();
      expect(taking.lines.map(({ body, severity }) => [severity, body.slice(0, 20)])).toEqual([
        ['', 'Segmentation fault'],
        ['', '{"level":"warn","msg'],
      ]);
      await taking.close();
    });

    it('are exported although one is very long', async () => {
      const taking = await TestCollector.listen();
      const exporter = exporterTo(taking);
      take(exporter, 0, 2);
      exporter.take(`${JSON.stringify({ level: 'warn', msg: 'long'.repeat(100_000), n: 2 })}\n`);
      take(exporter, 3, 5);
      await exporter.close();
      expect(taking.lines.map(({ attributes }) => attributes['n'])).toEqual(numbers(0, 5));
      expect(taking.lines[2]?.body).toHaveLength(MOST_CHARACTERS);
      await taking.close();
    });
  });
});
