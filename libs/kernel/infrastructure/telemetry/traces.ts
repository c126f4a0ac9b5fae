import type {
  ArrivedRequest,
  RequestTrace,
  RequestTracing,
  TracedRequest,
  TraceIds,
} from '../../application/request-tracing.js';
import { Tracing, type InTrace, type NewSpan } from '../../application/tracing.js';
import type { OtlpSettings } from '../environment/otlp.js';
import { Carried } from '../requests/carried.js';
import type { Collector } from './collector.js';
import type { RecordedSpan, RecordedStatement, SpanRecorder } from './span-recorder.js';

/**
 * Traces of requests and jobs, with a span for each command, query, statement and script. What is not sampled carries
 * nothing. Where no traces are exported, nothing of the SDK is loaded, and `active` is false at once.
 */
export class Traces extends Tracing implements RequestTracing {
  /** Whether traces are exported at all. */
  readonly on: boolean;
  readonly #carried = new Carried<RecordedSpan>();
  #recorder: SpanRecorder | undefined;

  constructor(private readonly otlp: OtlpSettings | undefined) {
    super();
    this.on = otlp?.signals.has('traces') === true;
  }

  /** Before it, nothing is recorded. */
  async start(collector: Collector): Promise<void> {
    if (!this.on || !this.otlp) return;
    const { SpanRecorder } = await import('./span-recorder.js');
    this.#recorder = new SpanRecorder(this.otlp, collector);
  }

  /** Exports what was recorded; for as long as the collector takes. */
  async close(): Promise<void> {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    await recorder?.close();
  }

  get active(): boolean {
    return this.#recorder !== undefined && this.#current !== undefined;
  }

  /** For lines of the log; undefined in work that is not recorded. */
  get ids(): TraceIds | undefined {
    return this.#recorder && this.#current?.ids;
  }

  /** What jobs that are enqueued now are flagged with; undefined where nothing is recorded. */
  get flagForJobs(): string | undefined {
    return this.#recorder && this.#current?.flag;
  }

  request(arrived: ArrivedRequest, describe: () => TracedRequest | undefined): RequestTrace | undefined {
    const span = this.#recorder?.request(arrived, describe);
    if (!span) return undefined;
    return {
      ids: span.ids,
      during: (work) => this.#carried.during(span, work),
      end: (status) => span.endRequest(status),
    };
  }

  /** Runs a job in the trace that its flags name, else in one of its own. */
  async job<R>(name: string, flags: readonly string[], work: () => Promise<R>): Promise<R> {
    const span = this.#recorder?.job(name, flags);
    return span ? this.#during(span, work) : work();
  }

  async span<R>(span: NewSpan, work: () => Promise<R>): Promise<R> {
    const begun = this.#current && this.#recorder?.child(this.#current, span);
    return begun ? this.#during(begun, work) : work();
  }

  /** A span for each of the statements that `work` sends together. */
  async statements<R>(statements: readonly RecordedStatement[], work: () => Promise<R>): Promise<R> {
    const begun = this.#current && this.#recorder?.statements(this.#current, statements);
    if (!begun) return work();
    try {
      const result = await work();
      begun.end();
      return result;
    } catch (error) {
      begun.fail(error);
      throw error;
    }
  }

  capture(): InTrace | undefined {
    const span = this.#recorder && this.#current;
    return span && ((work) => (span.isOpen ? this.#carried.during(span, work) : work()));
  }

  async #during<R>(span: RecordedSpan, work: () => Promise<R>): Promise<R> {
    try {
      const result = await this.#carried.during(span, work);
      span.end();
      return result;
    } catch (error) {
      span.fail(error);
      throw error;
    }
  }

  get #current(): RecordedSpan | undefined {
    const current = this.#carried.current;
    return current?.isOpen === true ? current : undefined;
  }
}

/** Records nothing. */
export const UNTRACED = new Traces(undefined);
