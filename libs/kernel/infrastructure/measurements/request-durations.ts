import type { OperationMeasurements } from '../../application/request-measurements.js';

/** Seconds, as OpenTelemetry advises for requests. */
export const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;

/** The answers of one operation with one status. */
export interface AnswersOfStatus {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** How many took at most so long, for each of the buckets, and how many longer than the last. */
  readonly counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

/**
 * How long requests took to be answered, by operation and status: a histogram each, since the process began. An instrument
 * of the SDK finds the series of each request by the text of its attributes, which costs ten times as much.
 */
export class RequestDurations {
  readonly #series: AnswersOfStatus[] = [];

  operation(method: string, route: string): OperationMeasurements {
    const byStatus = new Map<number, AnswersOfStatus>();
    return {
      answered: (status, seconds) => {
        let series = byStatus.get(status);
        if (!series) byStatus.set(status, (series = this.#begin(method, route, status)));
        add(series, seconds);
      },
    };
  }

  get all(): readonly AnswersOfStatus[] {
    return this.#series;
  }

  #begin(method: string, route: string, status: number): AnswersOfStatus {
    const counts = Array.from({ length: REQUEST_BUCKETS.length + 1 }, () => 0);
    const series = { method, route, status, counts, count: 0, sum: 0, min: Infinity, max: -Infinity };
    this.#series.push(series);
    return series;
  }
}

function add(series: AnswersOfStatus, seconds: number): void {
  let bucket = 0;
  while (bucket < REQUEST_BUCKETS.length && seconds > (REQUEST_BUCKETS[bucket] ?? Infinity)) bucket++;
  series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  series.count++;
  series.sum += seconds;
  if (seconds < series.min) series.min = seconds;
  if (seconds > series.max) series.max = seconds;
}
