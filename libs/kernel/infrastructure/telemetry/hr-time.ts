import type { HrTime } from '@opentelemetry/api';

/** Milliseconds, with fractions, as seconds and nanoseconds. */
export function hrTimeOf(ms: number): HrTime {
  const seconds = Math.trunc(ms / 1_000);
  return [seconds, Math.floor((ms - seconds * 1_000) * 1e6)];
}
