import { ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import type { Collector, Exporter } from './collector.js';
import { recordOf } from './log-record.js';
import { WaitingLines } from './waiting-lines.js';

/** Lines that are read and encoded together: each by itself costs five times as much, and many would be a pause. */
const READ_TOGETHER = 64;
/** Lines that are sent before their time. */
const BATCH = 512;
/** Encoded lines that wait while others are on their way; more are dropped. */
const QUEUE = 2_048;
/** How long lines wait for others. */
const EVERY_MS = 5_000;

/** A request of OTLP with some lines. Several of them, one after another, are one with all their lines. */
interface EncodedLines {
  readonly bytes: Uint8Array;
  readonly count: number;
}

const JOINED = {
  serializeRequest: (parts: readonly EncodedLines[]): Uint8Array => Buffer.concat(parts.map(({ bytes }) => bytes)),
  deserializeResponse: (answer: Uint8Array): unknown => ProtobufLogsSerializer.deserializeResponse(answer),
};

/**
 * Exports lines of the log. What waits is bytes: objects would outlive collections of garbage, which cost more than to
 * encode them soon. Importing this loads the SDK.
 */
export class LogExporter {
  readonly #exporter: Exporter<readonly EncodedLines[]>;
  readonly #resource: Resource;
  readonly #lines = new WaitingLines();
  #encoded: EncodedLines[] = [];
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(collector: Collector) {
    this.#resource = collector.resource;
    this.#exporter = collector.exporter('logs', JOINED, { name: 'log', countItems: countOf });
  }

  /** Takes a line of JSON. */
  take(line: string): void {
    if (!this.#lines.add(line)) {
      this.#encodeWaiting();
      // One that is longer than all that may wait does not.
      if (!this.#lines.add(line)) this.#encode([line]);
    }
    if (this.#lines.count >= READ_TOGETHER) this.#encodeWaiting();
    if (this.#count >= BATCH) void this.#send();
    else this.#timer ??= setTimeout(() => void this.#flush(), EVERY_MS).unref();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#exporter.shutdown();
  }

  #flush(): Promise<void> | undefined {
    this.#encodeWaiting();
    return this.#send();
  }

  #encodeWaiting(): void {
    if (this.#lines.count > 0) this.#encode(this.#lines.takeAll());
  }

  #encode(lines: readonly string[]): void {
    if (this.#count >= QUEUE) return;
    const bytes = ProtobufLogsSerializer.serializeRequest(lines.map((line) => recordOf(line, this.#resource)));
    if (!bytes) return;
    this.#encoded.push({ bytes, count: lines.length });
    this.#count += lines.length;
  }

  /** What is encoded while something is on its way follows it. It never fails: the collector says what could not be sent. */
  #send(): Promise<void> | undefined {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#encoded.length > 0) this.#sending ??= this.#sendAll();
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#encoded.length > 0) {
      const parts = this.#encoded;
      this.#encoded = [];
      this.#count = 0;
      await new Promise<void>((sent) => this.#exporter.export(parts, () => sent()));
    }
    this.#sending = undefined;
  }
}

function countOf(parts: readonly EncodedLines[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}
