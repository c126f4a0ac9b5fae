import type { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { MetricProducer, MetricReader } from '@opentelemetry/sdk-metrics';
import type { Collector } from '../telemetry/collector.js';

export interface Address {
  host: string;
  port: number;
}

const EVERY_MS = 60_000;
const EXPORT_MS = 10_000;

/** Serves measurements of the SDK and those of `producer` to Prometheus at `/metrics`, once it is started. Loads the exporter. */
export async function prometheusReader(address: Address, producer: MetricProducer): Promise<PrometheusExporter> {
  const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus');
  return new PrometheusExporter({
    ...address,
    preventServerStart: true,
    withoutScopeInfo: true,
    metricProducers: [producer],
  });
}

/** Sends them to a collector every minute. */
export async function pushingReader(collector: Collector, producer: MetricProducer): Promise<MetricReader> {
  const { PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics');
  const { MetricsExporterMetricsHelper, ProtobufMetricsSerializer } = await import('@opentelemetry/otlp-transformer');
  const exporter = collector.exporter('metrics', ProtobufMetricsSerializer, MetricsExporterMetricsHelper);
  return new PeriodicExportingMetricReader({
    exporter,
    metricProducers: [producer],
    exportIntervalMillis: EVERY_MS,
    exportTimeoutMillis: EXPORT_MS,
  });
}
