import { ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Collector, Exporter } from './collector.js';
import { LogBatch } from './log-batch.js';

/**
 * Bytes that are sent before their time: some 2,500 lines about requests, which collectors take at once. A request to
 * the collector costs as much as to encode a hundred lines.
 */
const BATCH_BYTES = 1_000_000;
/**
 * Lines, and characters, that are encoded in one go. One after each request would find nothing of what it needs in the
 * processor's caches, and take several times as long.
 */
const LINES_AT_ONCE = 64;
const CHARACTERS_AT_ONCE = 65_536;
/** Bytes that wait while others are on their way; what comes then is dropped. */
const QUEUE_BYTES = 8_000_000;
/** How long lines wait for others. */
const EVERY_MS = 5_000;

interface Request {
  readonly bytes: Uint8Array;
  readonly count: number;
}

const ENCODED = {
  serializeRequest: ({ bytes }: Request): Uint8Array => bytes,
  deserializeResponse: (answer: Uint8Array): unknown => ProtobufLogsSerializer.deserializeResponse(answer),
};

/**
 * Exports lines of the log. All but the last ones wait as bytes: objects would outlive collections of garbage, which cost
 * more than to encode them. Importing this loads the SDK.
 */
export class LogExporter {
  readonly #exporter: Exporter<Request>;
  readonly #batch: LogBatch;
  /** The last ones, as they came. */
  #lines: string[] = [];
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(collector: Collector) {
    this.#batch = new LogBatch(collector.resource);
    this.#exporter = collector.exporter('logs', ENCODED, { name: 'log', countItems: ({ count }) => count });
  }

  /** Takes a line of JSON. */
  take(line: string): void {
    if (this.#batch.length >= QUEUE_BYTES) return;
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#lines.length >= LINES_AT_ONCE || this.#characters >= CHARACTERS_AT_ONCE) this.#encode();
    if (this.#isFull) void this.#send();
    else this.#wait();
  }

  async close(): Promise<void> {
    while (this.#count > 0) await this.#send();
    await this.#sending;
    await this.#exporter.shutdown();
  }

  get #count(): number {
    return this.#batch.count + this.#lines.length;
  }

  get #isFull(): boolean {
    return this.#batch.length >= BATCH_BYTES;
  }

  #encode(): void {
    const lines = this.#lines;
    this.#lines = [];
    this.#characters = 0;
    for (const line of lines) this.#batch.add(line);
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.#send(), EVERY_MS).unref();
  }

  /** One request at a time. It never fails: the collector says what could not be sent. */
  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#sending ??= this.#sendFull());
  }

  /** What comes meanwhile follows where it is enough for a request, and else waits for others. */
  async #sendFull(): Promise<void> {
    do {
      this.#encode();
      const { count } = this.#batch;
      const request = { bytes: this.#batch.takeAll(), count };
      await new Promise<void>((sent) => this.#exporter.export(request, () => sent()));
    } while (this.#isFull);
    this.#sending = undefined;
    if (this.#count > 0) this.#wait();
  }
}
