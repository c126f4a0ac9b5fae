const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** The interval at which a remote without a hook is polled. */
const POLL_MS = 300_000;

/** When to poll a remote again; a little apart each time, so that all who poll one remote do not come at once. */
export function nextPoll(now: Date, chance: number): Date {
  return new Date(now.getTime() + POLL_MS * (0.8 + 0.4 * chance));
}

/** The same after so many turns have failed in a row: each pause is twice the one before, up to an hour. */
export function nextAttempt(now: Date, failures: number, chance: number): Date {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20));
  return new Date(now.getTime() + pause * (0.75 + 0.25 * chance));
}
