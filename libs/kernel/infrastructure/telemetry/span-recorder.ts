import {
  ROOT_CONTEXT,
  SpanKind,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { ProtobufTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ArrivedRequest, TracedRequest } from '../../application/request-tracing.js';
import type { NewSpan, SpanAttributes } from '../../application/tracing.js';
import type { OtlpSettings } from '../environment/otlp.js';
import type { Collector } from './collector.js';
import { LocalTrace, RecordedSpan } from './recorded-span.js';
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
/** Characters of an attribute. */
const MOST_CHARACTERS = 1_000;
const MOST_ATTRIBUTES = 16;
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
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor(
    private readonly otlp: OtlpSettings,
    collector: Collector,
  ) {
    const exporter = collector.exporter('traces', ProtobufTraceSerializer, TraceExporterMetricsHelper);
    this.#provider = new TracerProvider({
      resource: collector.resource,
      // What is not sampled makes no span: see `#samples`.
      sampler: new AlwaysOnSampler(),
      spanLimits: { attributeValueLengthLimit: MOST_CHARACTERS, attributeCountLimit: MOST_ATTRIBUTES },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: QUEUE,
          maxExportBatchSize: BATCH,
          scheduledDelayMillis: EVERY_MS,
          exportTimeoutMillis: EXPORT_MS,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('quire');
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
    return this.#root(name, SpanKind.SERVER, attributes, parent);
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
    return this.#root(`job ${name}`, SpanKind.CONSUMER, attributes, continued, { links, hops: continued ? hops : 0 });
  }

  /** Undefined where the trace has as many spans as it may have. */
  child(above: RecordedSpan, { name, kind, attributes }: NewSpan): RecordedSpan | undefined {
    if (!above.trace.admits()) return undefined;
    return this.#begin(name, kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes ?? {}, above);
  }

  /** Those that are sent together begin and end together. The first that has no result is the one that failed. */
  statements(above: RecordedSpan, statements: readonly RecordedStatement[]): SentTogether | undefined {
    const begun = statements.flatMap((statement) => {
      if (!above.trace.admits()) return [];
      const [name, attributes] = describeStatement(statement);
      return [{ statement, span: this.#begin(name, SpanKind.CLIENT, attributes, above) }];
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
    await this.#provider.shutdown();
  }

  /** Decides as the parent did, else by chance. Most traces are not sampled, so that this comes before all else. */
  #samples(parent: SpanContext | undefined): boolean {
    if (parent) return (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    return Math.random() < this.otlp.ratio;
  }

  #root(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    parent: SpanContext | undefined,
    { links = [], hops = 0 }: { links?: Link[]; hops?: number } = {},
  ): RecordedSpan {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { kind, attributes, links }, context);
    return new RecordedSpan(span, new LocalTrace(hops), true);
  }

  #begin(name: string, kind: SpanKind, attributes: SpanAttributes, above: RecordedSpan): RecordedSpan {
    const context: Context = above.context;
    return new RecordedSpan(this.#tracer.startSpan(name, { kind, attributes }, context), above.trace, false);
  }
}

/** Its name, and what is said of it: the text with its parameters' numbers, never their values. */
function describeStatement({ name, text }: RecordedStatement): [string, SpanAttributes] {
  const operation = /^\s*(?:--[^\n]*\n\s*)*([a-z]{1,20})/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const summary = name === '' ? operation : name;
  return [
    summary,
    {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
      'db.query.text': text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text,
    },
  ];
}
