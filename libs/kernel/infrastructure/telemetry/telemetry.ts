import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Collector, CollectorLog } from './collector.js';
import type { Settings } from '../settings.js';
import { ExportedLines } from './exported-lines.js';
import { Traces } from './traces.js';

/** How long the end of the process waits for the collector. */
const CLOSE_MS = 2_000;

/**
 * What this process exports to a collector of OpenTelemetry (`QUIRE_OTLP_ENDPOINT`): traces, and the lines of its log.
 * Without one nothing of it is loaded.
 */
export class Telemetry {
  readonly traces: Traces;
  /** Takes the lines of the log, where they are exported. */
  readonly lines: ExportedLines | undefined;
  #collector: Collector | undefined;

  constructor(private readonly settings: Settings) {
    const { otlp } = settings;
    this.traces = new Traces(otlp);
    this.lines = otlp?.signals.has('logs') ? new ExportedLines() : undefined;
  }

  async start(version: string, log: CollectorLog): Promise<void> {
    const { otlp, role } = this.settings;
    if (!otlp) return;
    const { Collector } = await import('./collector.js');
    this.#collector = new Collector(otlp, { version, role, instance: randomUUID() }, log);
    await this.traces.start(this.#collector);
    await this.lines?.start(this.#collector);
  }

  /** For measurements, where they are exported; once it was started. */
  get collectorOfMetrics(): Collector | undefined {
    return this.settings.otlp?.signals.has('metrics') ? this.#collector : undefined;
  }

  /** Exports what waits, for two seconds at most. */
  async close(): Promise<void> {
    if (!this.#collector) return;
    this.#collector.endPauses();
    const closing = Promise.allSettled([this.traces.close(), this.lines?.close()]);
    await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
  }
}
