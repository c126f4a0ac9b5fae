import { ROOT_CONTEXT, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { LogsExporterMetricsHelper, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import type { Collector } from './collector.js';

/** Numbers of OpenTelemetry for the levels of the log. */
const SEVERITIES: Readonly<Record<string, number>> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };
/** Characters of a member, and of the message. */
const MOST_CHARACTERS = 4_000;
const MOST_MEMBERS = 32;
/** Lines that wait to be exported; more are dropped. */
const QUEUE = 2_048;
const BATCH = 512;
const EVERY_MS = 5_000;
const EXPORT_MS = 10_000;

interface Line {
  time?: string;
  level?: string;
  msg?: string;
  trace_id?: string;
  span_id?: string;
  err?: { type?: string; message?: string; stack?: string };
  [member: string]: unknown;
}

type Attributes = Record<string, string | number | boolean>;

/** Exports lines of the log with their members as attributes. Importing this loads the SDK. */
export class LogExporter {
  readonly #provider: LoggerProvider;
  readonly #logger;

  constructor(collector: Collector) {
    const exporter = collector.exporter('logs', ProtobufLogsSerializer, LogsExporterMetricsHelper);
    this.#provider = new LoggerProvider({
      resource: collector.resource,
      logRecordLimits: { attributeValueLengthLimit: MOST_CHARACTERS, attributeCountLimit: MOST_MEMBERS },
      processors: [
        new BatchLogRecordProcessor({
          exporter,
          maxQueueSize: QUEUE,
          maxExportBatchSize: BATCH,
          scheduledDelayMillis: EVERY_MS,
          exportTimeoutMillis: EXPORT_MS,
        }),
      ],
    });
    this.#logger = this.#provider.getLogger('quire');
  }

  take(text: string): void {
    const {
      time = '',
      level = '',
      msg = '',
      trace_id: traceId,
      span_id: spanId,
      err,
      ...others
    } = JSON.parse(text) as Line;
    this.#logger.emit({
      timestamp: Date.parse(time),
      severityNumber: SEVERITIES[level] ?? 0,
      severityText: level,
      body: msg.slice(0, MOST_CHARACTERS),
      attributes: attributesOf(others, err),
      context: contextOf(traceId, spanId),
    });
  }

  async close(): Promise<void> {
    await this.#provider.shutdown();
  }
}

function contextOf(traceId: string | undefined, spanId: string | undefined): Context {
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED });
}

/** Members that are objects are written as JSON. */
function attributesOf(members: Record<string, unknown>, err: Line['err']): Attributes {
  const attributes: Attributes = {};
  for (const name in members) {
    const value = members[name];
    if (value === undefined || value === null) continue;
    attributes[name] = isPlain(value) ? value : JSON.stringify(value);
  }
  if (err?.type !== undefined) attributes['exception.type'] = err.type;
  if (err?.message !== undefined) attributes['exception.message'] = err.message;
  if (err?.stack !== undefined) attributes['exception.stacktrace'] = err.stack;
  return attributes;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
