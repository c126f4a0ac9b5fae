import {
  SpanStatusCode,
  TraceFlags,
  type HrTime,
  type Link,
  type SpanContext,
  type SpanKind,
} from '@opentelemetry/api';
import { RandomIdGenerator, type BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Resource } from '@opentelemetry/resources';
import type { TraceIds } from '../../application/request-tracing.js';
import type { SpanAttributes } from '../../application/tracing.js';
import { hrTimeOf } from './hr-time.js';
import { flagOf } from './trace-parents.js';

/** Spans that this process records of one request or job, besides its own. */
const MOST_SPANS = 500;
/** Characters of an attribute. */
const MOST_CHARACTERS = 1_000;
const SQLSTATE = /^[0-9A-Z]{5}$/;
const MOST_TYPE = 100;
const SCOPE = { name: 'quire' };
const UNSET = { code: SpanStatusCode.UNSET };
const FAILED = { code: SpanStatusCode.ERROR };

const random = new RandomIdGenerator();

/** Where spans go when they end, and who they are from. */
export interface SpanExport {
  readonly resource: Resource;
  readonly processor: Pick<BatchSpanProcessor, 'onEnd'>;
}

/** What this process records of one trace: a request or a job with all that is done for it. */
export class LocalTrace {
  #left = MOST_SPANS;
  #dropped = 0;
  /** One clock for all of its spans, which the time of the machine may be set beside. */
  readonly #epochMs = Date.now() - performance.now();
  /** What is done after the answer, or after the job, is not recorded. */
  ended = false;

  /** `hops`: how many jobs led to it. */
  constructor(
    readonly exported: SpanExport,
    readonly hops: number,
  ) {}

  /** Whether another span may be recorded; counts it. */
  admits(): boolean {
    if (this.#left > 0) return this.#left-- > 0;
    this.#dropped++;
    return false;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Milliseconds since 1970, with fractions. */
  get now(): number {
    return this.#epochMs + performance.now();
  }
}

export interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes: SpanAttributes;
  links?: Link[];
}

/**
 * A span that is being recorded, and the trace it belongs to. Errors are named by their type or code alone. It is what the
 * SDK exports; a span that the SDK makes costs a third more.
 */
export class RecordedSpan implements ReadableSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Record<string, string | number | boolean> = {};
  readonly parentSpanContext?: SpanContext;
  readonly links: Link[];
  readonly events = [];
  readonly instrumentationScope = SCOPE;
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly droppedLinksCount = 0;
  status = UNSET;
  ended = false;
  readonly #context: SpanContext;
  readonly #begun: number;
  #end = 0;

  constructor(
    { name, kind, attributes, links = [] }: SpanDescription,
    readonly trace: LocalTrace,
    parent: SpanContext | undefined,
  ) {
    if (parent) this.parentSpanContext = parent;
    this.name = name;
    this.kind = kind;
    this.links = links;
    for (const key in attributes) this.#set(key, attributes[key]);
    const traceId = parent?.traceId ?? random.generateTraceId();
    this.#context = { traceId, spanId: random.generateSpanId(), traceFlags: TraceFlags.SAMPLED, isRemote: false };
    this.#begun = trace.now;
  }

  get isOpen(): boolean {
    return !this.trace.ended;
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  get resource(): Resource {
    return this.trace.exported.resource;
  }

  get startTime(): HrTime {
    return hrTimeOf(this.#begun);
  }

  get endTime(): HrTime {
    return hrTimeOf(this.#end);
  }

  get duration(): HrTime {
    return hrTimeOf(this.#end - this.#begun);
  }

  get ids(): TraceIds {
    const { traceId, spanId } = this.#context;
    return { trace_id: traceId, span_id: spanId };
  }

  get flag(): string {
    return flagOf(this.#context, this.trace.hops + 1);
  }

  endRequest(status: number | undefined): void {
    this.#set('http.response.status_code', status);
    if (status !== undefined && status >= 500) this.#failed(String(status));
    this.end();
  }

  fail(error: unknown): void {
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
    if (typeof code === 'string' && SQLSTATE.test(code)) this.#set('db.response.status_code', code);
    this.#failed(typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error');
    this.end();
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#end = this.trace.now;
    // The span of the request or job: nothing of this process is above it.
    if (this.parentSpanContext?.isRemote !== false) {
      this.trace.ended = true;
      if (this.trace.dropped > 0) this.#set('quire.dropped_spans', this.trace.dropped);
    }
    this.trace.exported.processor.onEnd(this);
  }

  #set(key: string, value: SpanAttributes[string]): void {
    if (value === undefined) return;
    const isLong = typeof value === 'string' && value.length > MOST_CHARACTERS;
    this.attributes[key] = isLong ? value.slice(0, MOST_CHARACTERS) : value;
  }

  #failed(type: string): void {
    this.#set('error.type', type.slice(0, MOST_TYPE));
    this.status = FAILED;
  }
}
