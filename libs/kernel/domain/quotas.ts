/** What came of taking one from a quota. */
export interface Taken {
  granted: boolean;
  limit: number;
  /** How many are left in this window. */
  left: number;
  /** When the next window begins, milliseconds since 1970. */
  resetsAt: number;
  /** The same from now, milliseconds. */
  resetsInMs: number;
}

/** So many in a window of time for each key. */
export interface Quota {
  take(key: string): Taken;
  /** Undoes a `take` of a moment ago. */
  giveBack(key: string): void;
}

/** What holds for all processes together. */
export abstract class Quotas {
  /** `name` is unique; `limit` for each key and window. */
  abstract of(name: string, limit: number, windowMs: number): Quota;
  /** By what clients are counted: their address, or for IPv6 the 64 bits that one household or server has to itself. */
  abstract networkOf(address: string): string;
}
