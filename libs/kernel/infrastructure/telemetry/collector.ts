import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { createOtlpHttpExportDelegate, httpAgentFactoryFromOptions } from '@opentelemetry/otlp-exporter-base/node-http';
import type { IExporterMetricsHelper, ISerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import type { OtlpSettings, Signal } from '../environment/otlp.js';

type Result = Parameters<Parameters<OTLPExporterBase<unknown>['export']>[1]>[0];

/** Who this process is, for the collector. */
export interface Identity {
  version: string;
  role: string;
  /** Unique for each process. */
  instance: string;
}

export interface CollectorLog {
  info(message: string): void;
  warn(message: string): void;
}

const TIMEOUT_MS = 5_000;
const AT_ONCE = 4;
/** After a failed export the next ones are left out for so long, twice as long each time. */
const FIRST_PAUSE_MS = 5_000;
const MOST_PAUSE_MS = 60_000;
/** How often it is logged that nothing is exported. */
const LOGGED_EVERY_MS = 600_000;
const DONE: Result = { code: 0 };

/**
 * The collector that spans, measurements and lines of the log are sent to, as protobuf over HTTP. While it does not
 * answer, what should be sent is dropped; that is logged once, and again every ten minutes. Importing this loads the SDK.
 */
export class Collector {
  readonly resource: Resource;
  #loggedAt = -Infinity;
  /** The signals that fail. */
  readonly #failing = new Set<Signal>();
  readonly #exporters: { endPause(): void }[] = [];

  constructor(
    private readonly otlp: OtlpSettings,
    { version, role, instance }: Identity,
    private readonly log: CollectorLog,
  ) {
    this.resource = resourceFromAttributes({
      'service.name': 'quire',
      'service.version': version,
      'service.instance.id': instance,
      'quire.role': role,
    });
  }

  /** An exporter that never fails: what could not be sent is noted here. */
  exporter<T>(signal: Signal, serializer: ISerializer<T, unknown>, helper: IExporterMetricsHelper<T>): Exporter<T> {
    const { endpoint, headers } = this.otlp;
    const inner = new OTLPExporterBase<T>(
      createOtlpHttpExportDelegate(
        {
          url: `${endpoint}/v1/${signal}`,
          headers: () => Promise.resolve({ ...headers, 'content-type': 'application/x-protobuf' }),
          timeoutMillis: TIMEOUT_MS,
          concurrencyLimit: AT_ONCE,
          compression: 'none',
          agentFactory: httpAgentFactoryFromOptions({ keepAlive: true }),
        },
        serializer,
        `otlp_http_${signal}_exporter`,
        helper,
        undefined,
      ),
    );
    const exporter = new Exporter(inner, (error) => this.#note(signal, error));
    this.#exporters.push(exporter);
    return exporter;
  }

  /** Has the next exports tried, whatever became of the last ones: before the process ends. */
  endPauses(): void {
    for (const exporter of this.#exporters) exporter.endPause();
  }

  #note(signal: Signal, error: Error | undefined): void {
    if (error === undefined) {
      if (!this.#failing.delete(signal) || this.#failing.size > 0) return;
      this.#loggedAt = -Infinity;
      this.log.info('The collector of QUIRE_OTLP_ENDPOINT answers again');
      return;
    }
    this.#failing.add(signal);
    if (performance.now() - this.#loggedAt < LOGGED_EVERY_MS) return;
    this.#loggedAt = performance.now();
    this.log.warn(`The collector of QUIRE_OTLP_ENDPOINT takes no ${signal}: ${reasonOf(error)}. They are dropped.`);
  }
}

/** Leaves exports out for a while after one that failed. */
export class Exporter<T> {
  #pauseMs = 0;
  #pausedUntil = -Infinity;

  constructor(
    private readonly inner: OTLPExporterBase<T>,
    private readonly note: (error: Error | undefined) => void,
  ) {}

  export(items: T, done: (result: Result) => void): void {
    if (performance.now() < this.#pausedUntil) return done(DONE);
    this.inner.export(items, ({ code, error }) => {
      const failure = code === 0 ? undefined : (error ?? new Error('it refused them'));
      this.#pauseMs = failure ? Math.min(MOST_PAUSE_MS, this.#pauseMs * 2 || FIRST_PAUSE_MS) : 0;
      this.#pausedUntil = performance.now() + this.#pauseMs;
      this.note(failure);
      done(DONE);
    });
  }

  endPause(): void {
    this.#pausedUntil = -Infinity;
  }

  forceFlush(): Promise<void> {
    return this.inner.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }
}

/** What it says itself may be long, and is not repeated. */
function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'number') return `it answers with status ${code}`;
  return typeof code === 'string' ? code : error.message.slice(0, 200);
}
