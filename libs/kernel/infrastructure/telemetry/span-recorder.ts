import { SpanKind, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { ProtobufTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import type { ArrivedRequest, TracedRequest } from '../../application/request-tracing.js';
import type { NewSpan } from '../../application/tracing.js';
import type { OtlpSettings } from '../environment/otlp.js';
import type { Collector } from './collector.js';
import { LocalTrace, RecordedSpan, type SpanDescription, type SpanExport } from './recorded-span.js';
import { Sampler } from './sampler.js';
import { parentOfFlags, remoteParent } from './trace-parents.js';

export type { RecordedSpan } from './recorded-span.js';

/** A statement as spans show it; `command` is what the server says it did. */
export interface RecordedStatement {
  readonly name: string;
  readonly text: string;
  readonly command?: string | undefined;
}

/** Spans of statements that were sent together. */
interface SentTogether {
  end(): void;
  fail(error: unknown): void;
}

/** Jobs that enqueue jobs belong to one trace for so many steps; then a new one begins, with a link. */
const MOST_HOPS = 8;
/** Spans that wait to be exported; more are dropped. */
const QUEUE = 2_048;
const BATCH = 512;
const EVERY_MS = 5_000;
const EXPORT_MS = 10_000;
/** Methods that get a name of their own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Spans of OpenTelemetry, exported in batches as they end. Each is small, and of one trace this process records a limited
 * number. Importing this loads the SDK.
 */
export class SpanRecorder {
  readonly #processor: BatchSpanProcessor;
  readonly #exported: SpanExport;
  readonly #sampler: Sampler;

  constructor(
    private readonly otlp: OtlpSettings,
    collector: Collector,
  ) {
    this.#processor = new BatchSpanProcessor({
      exporter: collector.exporter('traces', ProtobufTraceSerializer, TraceExporterMetricsHelper),
      maxQueueSize: QUEUE,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: EVERY_MS,
      exportTimeoutMillis: EXPORT_MS,
    });
    this.#sampler = new Sampler({ ratio: otlp.ratio, perSecond: otlp.tracesPerSecond });
    this.#exported = { resource: collector.resource, processor: this.#processor };
  }

  /** The span of the server; undefined where it is not sampled, or not described. */
  request({ peer, traceParent }: ArrivedRequest, describe: () => TracedRequest | undefined): RecordedSpan | undefined {
    const parent = peer === undefined ? undefined : remoteParent(traceParent, peer, this.otlp.parents);
    const described = this.#samples(parent) ? describe() : undefined;
    if (!described) return undefined;
    const { method, route, scheme, requestId } = described;
    const known = METHODS.has(method) ? method : '_OTHER';
    const attributes = {
      'http.request.method': known,
      'url.scheme': scheme,
      'quire.request_id': requestId,
      ...(route !== undefined && { 'http.route': route }),
    };
    const name = `${known === '_OTHER' ? 'HTTP' : known}${route === undefined ? '' : ` ${route}`}`;
    return this.#root({ name, kind: SpanKind.SERVER, attributes }, parent, 0);
  }

  job(name: string, flags: readonly string[]): RecordedSpan | undefined {
    const { parent, hops } = parentOfFlags(flags);
    const continued = hops > MOST_HOPS ? undefined : parent;
    if (!this.#samples(continued)) return undefined;
    const attributes = {
      'messaging.system': 'graphile-worker',
      'messaging.operation.type': 'process',
      'messaging.destination.name': name,
    };
    const links = parent && !continued ? [{ context: parent }] : [];
    const described = { name: `job ${name}`, kind: SpanKind.CONSUMER, attributes, links };
    return this.#root(described, continued, continued ? hops : 0);
  }

  /** Undefined where the trace has as many spans as it may have. */
  child(above: RecordedSpan, { name, kind, attributes }: NewSpan): RecordedSpan | undefined {
    if (!above.trace.admits()) return undefined;
    const spanKind = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return below(above, { name, kind: spanKind, attributes: attributes ?? {} });
  }

  /** Those that are sent together begin and end together. The first that has no result is the one that failed. */
  statements(above: RecordedSpan, statements: readonly RecordedStatement[]): SentTogether | undefined {
    const begun = statements.flatMap((statement) => {
      if (!above.trace.admits()) return [];
      return [{ statement, span: below(above, describeStatement(statement)) }];
    });
    if (begun.length === 0) return undefined;
    return {
      end: () => begun.forEach(({ span }) => span.end()),
      fail: (error) => {
        const failed = begun.findIndex(({ statement }) => statement.command === undefined);
        begun.forEach(({ span }, at) => (at === failed ? span.fail(error) : span.end()));
      },
    };
  }

  async close(): Promise<void> {
    await this.#processor.shutdown();
  }

  /** Decides as the parent did, else by chance. Most traces are not sampled, so that this comes before all else. */
  #samples(parent: SpanContext | undefined): boolean {
    if (parent) return (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    return this.#sampler.sample();
  }

  #root(described: SpanDescription, parent: SpanContext | undefined, hops: number): RecordedSpan {
    return new RecordedSpan(described, new LocalTrace(this.#exported, hops), parent);
  }
}

function below(above: RecordedSpan, described: SpanDescription): RecordedSpan {
  return new RecordedSpan(described, above.trace, above.spanContext());
}

/** Its name, and what is said of it: the text with its parameters' numbers, never their values. */
function describeStatement({ name, text }: RecordedStatement): SpanDescription {
  const operation = /^\s*(?:--[^\n]*\n\s*)*([a-z]{1,20})/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const summary = name === '' ? operation : name;
  return {
    name: summary,
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
      'db.query.text': text,
    },
  };
}
