import type { Collector } from './collector.js';
import type { LogExporter } from './log-exporter.js';

/** Lines that are kept until the exporter is loaded. */
const MOST_WAITING = 500;

/** The lines of the log on their way to the collector, as they are written: what is secret is not in them any more. */
export class ExportedLines {
  #waiting: string[] = [];
  #exporter: LogExporter | undefined;

  /** Takes a line of JSON. */
  take(line: string): void {
    if (this.#exporter) this.#exporter.take(line);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(line);
  }

  async start(collector: Collector): Promise<void> {
    const { LogExporter } = await import('./log-exporter.js');
    this.#exporter = new LogExporter(collector);
    for (const line of this.#waiting) this.#exporter.take(line);
    this.#waiting = [];
  }

  async close(): Promise<void> {
    await this.#exporter?.close();
  }
}
