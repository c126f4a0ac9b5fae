import { ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type HistogramMetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { hrTimeOf } from '../telemetry/hr-time.js';
import { REQUEST_BUCKETS, type RequestDurations } from './request-durations.js';

const DESCRIPTOR = {
  name: 'http.server.request.duration.seconds',
  description: 'How long requests took to be answered, by operation and status',
  unit: '',
  valueType: ValueType.DOUBLE,
};

/** Hands the durations of requests to readers of measurements, beside what the SDK measures. Importing this loads the SDK. */
export class ProducedDurations implements MetricProducer {
  readonly #begun = hrTimeOf(Date.now());

  constructor(private readonly durations: RequestDurations) {}

  collect(): Promise<CollectionResult> {
    const metrics = this.durations.all.length > 0 ? [this.#histogram()] : [];
    // Readers keep the resource of the SDK.
    const scopeMetrics = [{ scope: { name: 'quire' }, metrics }];
    return Promise.resolve({ resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] });
  }

  #histogram(): HistogramMetricData {
    const endTime = hrTimeOf(Date.now());
    return {
      descriptor: DESCRIPTOR,
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: this.durations.all.map(({ method, route, status, counts, ...values }) => ({
        startTime: this.#begun,
        endTime,
        attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
        value: { ...values, buckets: { boundaries: [...REQUEST_BUCKETS], counts: [...counts] } },
      })),
    };
  }
}
