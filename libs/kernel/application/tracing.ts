/** What a span says besides its name: nothing of what users write, and no secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface NewSpan {
  /** One of few: ids and texts of users do not belong in it. */
  name: string;
  /** `client` for what another server does; `internal` by default. */
  kind?: 'internal' | 'client';
  attributes?: SpanAttributes;
}

/** Runs work in the trace that was current when this was made. */
export type InTrace = <R>(work: () => Promise<R>) => Promise<R>;

/**
 * Records work as spans of traces. Most work belongs to no trace that is recorded: ask `active` first, so that nothing
 * is made for it.
 */
export abstract class Tracing {
  /** Whether the current work belongs to a trace that is recorded. */
  abstract readonly active: boolean;
  /** Runs work as a span below the current one, which ends with it; where nothing is recorded, work is only run. */
  abstract span<R>(span: NewSpan, work: () => Promise<R>): Promise<R>;
  /** For work that something else begins later. Undefined where nothing is recorded. */
  abstract capture(): InTrace | undefined;
}
