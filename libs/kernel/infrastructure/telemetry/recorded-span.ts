import { ROOT_CONTEXT, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import type { TraceIds } from '../../application/request-tracing.js';
import { flagOf } from './trace-parents.js';

/** Spans that this process records of one request or job, besides its own. */
const MOST_SPANS = 500;
const SQLSTATE = /^[0-9A-Z]{5}$/;
const MOST_TYPE = 100;

/** What this process records of one trace: a request or a job with all that is done for it. */
export class LocalTrace {
  #left = MOST_SPANS;
  #dropped = 0;
  /** What is done after the answer, or after the job, is not recorded. */
  ended = false;

  /** `hops`: how many jobs led to it. */
  constructor(readonly hops: number) {}

  /** Whether another span may be recorded; counts it. */
  admits(): boolean {
    if (this.#left > 0) return this.#left-- > 0;
    this.#dropped++;
    return false;
  }

  get dropped(): number {
    return this.#dropped;
  }
}

/** A span that is being recorded, and the trace it belongs to. Errors are named by their type or code alone. */
export class RecordedSpan {
  #context: Context | undefined;

  constructor(
    private readonly span: Span,
    readonly trace: LocalTrace,
    private readonly isRoot: boolean,
  ) {}

  get isOpen(): boolean {
    return !this.trace.ended;
  }

  /** That of the spans below it. */
  get context(): Context {
    return (this.#context ??= trace.setSpan(ROOT_CONTEXT, this.span));
  }

  get ids(): TraceIds {
    const { traceId, spanId } = this.span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  get flag(): string {
    return flagOf(this.span.spanContext(), this.trace.hops + 1);
  }

  endRequest(status: number | undefined): void {
    if (status !== undefined) this.span.setAttribute('http.response.status_code', status);
    if (status !== undefined && status >= 500) this.#failed(String(status));
    this.end();
  }

  fail(error: unknown): void {
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
    if (typeof code === 'string' && SQLSTATE.test(code)) this.span.setAttribute('db.response.status_code', code);
    this.#failed(typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error');
    this.end();
  }

  end(): void {
    if (this.isRoot) {
      this.trace.ended = true;
      if (this.trace.dropped > 0) this.span.setAttribute('quire.dropped_spans', this.trace.dropped);
    }
    this.span.end();
  }

  #failed(type: string): void {
    this.span.setAttribute('error.type', type.slice(0, MOST_TYPE));
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
