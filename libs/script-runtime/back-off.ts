const FIRST_MS = 500;
const LONGEST_MS = 60_000;
/** Scripts remembered at most; the oldest are forgotten first. */
const MOST = 1_000;

interface Failures {
  count: number;
  until: number;
}

/** How long a script that fails is left alone: longer with each failure in a row, with jitter. */
export class BackOff {
  private readonly failing = new Map<string, Failures>();

  failed(id: string): void {
    const count = (this.failing.get(id)?.count ?? 0) + 1;
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1));
    this.failing.delete(id);
    this.failing.set(id, { count, until: Date.now() + longest * (0.5 + Math.random() / 2) });
    if (this.failing.size > MOST) this.failing.delete(this.failing.keys().next().value!);
  }

  succeeded(id: string): void {
    this.failing.delete(id);
  }

  /** When the script may be started again; undefined for now. */
  pausedUntil(id: string): Date | undefined {
    const until = this.failing.get(id)?.until ?? 0;
    return until > Date.now() ? new Date(until) : undefined;
  }
}
