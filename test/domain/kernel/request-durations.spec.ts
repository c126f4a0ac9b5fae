import { describe, expect, it } from '@jest/globals';
import {
  MeterProvider,
  MetricReader,
  type CollectionResult,
  type HistogramMetricData,
} from '@opentelemetry/sdk-metrics';
import { ProducedDurations } from '#kernel/infrastructure/measurements/produced-durations';
import { REQUEST_BUCKETS, RequestDurations } from '#kernel/infrastructure/measurements/request-durations';

class Reader extends MetricReader {
  protected override onShutdown = (): Promise<void> => Promise.resolve();
  protected override onForceFlush = (): Promise<void> => Promise.resolve();
}

/** What was measured, without the times at which it was asked for. */
function histogramsIn({ resourceMetrics }: CollectionResult): object[] {
  const metrics = resourceMetrics.scopeMetrics.flatMap(({ metrics: some }) => some) as HistogramMetricData[];
  return metrics.map(({ descriptor, aggregationTemporality, dataPointType, dataPoints }) => ({
    ...{ name: descriptor.name, unit: descriptor.unit, aggregationTemporality, dataPointType },
    dataPoints: dataPoints.map(({ attributes, value }) => ({ attributes, value })),
  }));
}

describe('the durations of requests', () => {
  it('are handed over as an instrument of the SDK would', async () => {
    const durations = new RequestDurations();
    const reader = new Reader();
    const provider = new MeterProvider({ readers: [reader] });
    const instrument = provider.getMeter('quire').createHistogram('http.server.request.duration.seconds', {
      advice: { explicitBucketBoundaries: [...REQUEST_BUCKETS] },
    });
    const [get, head] = ['GET', 'HEAD'].map((method) => durations.operation(method, '/v1/spaces/:spaceId'));
    const seconds = [0, 0.004, 0.005, 0.0051, 0.3, 9.99, 10, 10.01, 300, ...REQUEST_BUCKETS];
    for (const [nth, each] of seconds.entries()) {
      const status = nth % 4 === 3 ? 404 : 200;
      const method = nth % 5 === 4 ? 'HEAD' : 'GET';
      (method === 'GET' ? get : head)?.answered(status, each);
      instrument.record(each, {
        'http.request.method': method,
        'http.route': '/v1/spaces/:spaceId',
        'http.response.status_code': status,
      });
    }
    const ours = histogramsIn(await new ProducedDurations(durations).collect());
    expect(ours).toEqual(histogramsIn(await reader.collect()));
    expect(ours).toHaveLength(1);
    await provider.shutdown();
  });

  it('are nothing before there is a request, and stay as they were handed over', async () => {
    const durations = new RequestDurations();
    const produced = new ProducedDurations(durations);
    const operation = durations.operation('GET', '/v1/user');
    expect(histogramsIn(await produced.collect())).toEqual([]);
    operation.answered(200, 0.2);
    const first = histogramsIn(await produced.collect());
    const before = JSON.stringify(first);
    operation.answered(200, 0.3);
    expect(JSON.stringify(first)).toBe(before);
    expect(JSON.stringify(histogramsIn(await produced.collect()))).not.toBe(before);
  });
});
