/** The result of taking one from a quota. */
export interface Taken {
  granted: boolean;
  limit: number;
  /** How many are left in this window. */
  left: number;
  /** When the next window begins, milliseconds since 1970. */
  resetsAt: number;
  /** The same relative to now, milliseconds. */
  resetsInMs: number;
}

/** A limit for each key in a window of time. */
export interface Quota {
  take(key: string): Taken;
  /** Undoes a recent `take`. */
  refund(key: string): void;
}

/** Quotas shared by all processes. */
export abstract class Quotas {
  /** `name` is unique; `limit` for each key and window. */
  abstract of(name: string, limit: number, windowMs: number): Quota;
  /** The key of a client: its address, or for IPv6 the first 64 bits, which one household or server has to itself. */
  abstract networkOf(address: string): string;
}
