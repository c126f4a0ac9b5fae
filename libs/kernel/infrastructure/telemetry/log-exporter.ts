import { TraceFlags, type SpanContext } from '@opentelemetry/api';
import { LogsExporterMetricsHelper, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, type ReadableLogRecord, type SdkLogRecord } from '@opentelemetry/sdk-logs';
import type { Collector } from './collector.js';
import { hrTimeOf } from './hr-time.js';

/** Numbers of OpenTelemetry for the levels of the log. */
const SEVERITIES: Readonly<Record<string, number>> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };
/** Characters of a member, and of the message. */
const MOST_CHARACTERS = 4_000;
const MOST_MEMBERS = 32;
/** Lines that wait to be exported; more are dropped. */
const QUEUE = 2_048;
const BATCH = 512;
/** Lines wait so long for others, as text, which is small; read together they cost a fifth of what each would by itself. */
const EVERY_MS = 5_000;
const EXPORT_MS = 10_000;
const SCOPE = { name: 'quire' };

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

/**
 * Exports lines of the log with their members as attributes. A record that the SDK makes costs more than ours, which
 * has what is exported. Importing this loads the SDK.
 */
export class LogExporter {
  readonly #processor: BatchLogRecordProcessor;
  readonly #resource: Resource;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(collector: Collector) {
    this.#resource = collector.resource;
    this.#processor = new BatchLogRecordProcessor({
      exporter: collector.exporter('logs', ProtobufLogsSerializer, LogsExporterMetricsHelper),
      maxQueueSize: QUEUE,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: EVERY_MS,
      exportTimeoutMillis: EXPORT_MS,
    });
  }

  /** Takes a line of JSON. */
  take(line: string): void {
    // The SDK exports a whole batch by itself.
    if (this.#lines.push(line) >= BATCH) this.#read();
    else this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS).unref();
  }

  /** What stayed in the queue of the SDK would be behind all batches that follow, and copied by collections of garbage. */
  #flush(): void {
    this.#read();
    // It never fails: what could not be sent is said by the collector.
    void this.#processor.forceFlush();
  }

  #read(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = [];
    // Records are only read from here on.
    for (const line of lines)
      this.#processor.onEmit(recordOf(JSON.parse(line) as Line, this.#resource) as SdkLogRecord);
  }

  async close(): Promise<void> {
    this.#read();
    await this.#processor.shutdown();
  }
}

function recordOf(line: Line, resource: Resource): ReadableLogRecord {
  const { time = '', level = '', msg = '', trace_id: traceId, span_id: spanId, err, ...others } = line;
  const writtenAt = hrTimeOf(Date.parse(time));
  const spanContext = spanContextOf(traceId, spanId);
  return {
    hrTime: writtenAt,
    hrTimeObserved: writtenAt,
    severityNumber: SEVERITIES[level] ?? 0,
    severityText: level,
    body: msg.slice(0, MOST_CHARACTERS),
    ...attributesOf(others, err),
    ...(spanContext && { spanContext }),
    resource,
    instrumentationScope: SCOPE,
  };
}

function spanContextOf(traceId: string | undefined, spanId: string | undefined): SpanContext | undefined {
  return traceId === undefined || spanId === undefined
    ? undefined
    : { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

/** The first of the members, those that are objects as JSON, and how many are left out. */
function attributesOf(
  members: Record<string, unknown>,
  err: Line['err'],
): { attributes: Attributes; droppedAttributesCount: number } {
  const attributes: Attributes = {};
  let left = MOST_MEMBERS;
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null || left-- <= 0) return;
    const written = isPlain(value) ? value : JSON.stringify(value);
    attributes[name] = typeof written === 'string' ? written.slice(0, MOST_CHARACTERS) : written;
  };
  add('exception.type', err?.type);
  add('exception.message', err?.message);
  add('exception.stacktrace', err?.stack);
  for (const name in members) add(name, members[name]);
  return { attributes, droppedAttributesCount: Math.max(0, -left) };
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
