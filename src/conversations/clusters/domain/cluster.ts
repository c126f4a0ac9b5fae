/** Issues that ask for the same. */
export interface ClusterState {
  organizationId: string;
  id: string;
  /** At most 60 characters. */
  label: string;
  summary: string;
  /** The name of an icon. */
  icon: string;
  createdAt: Date;
  /** When an issue joined it last. */
  updatedAt: Date;
  /** Counted by the table of issues. */
  issues: number;
  conversations: number;
  /** How many issues it had when its label, summary and icon were written. */
  describedIssues: number;
  /** How much of its profile another issue can change. */
  mass: number;
}

/** Weeks that the pulse of a cluster covers, the current one included. */
export const PULSE_WEEKS = 13;

const DAY_MS = 24 * 3_600_000;

/** The Mondays, in UTC, that the weeks of the pulse begin with, the earliest first: `2026-01-05`. */
export function pulseWeeks(now: Date): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: PULSE_WEEKS }, (_, at) =>
    new Date(monday - (PULSE_WEEKS - 1 - at) * 7 * DAY_MS).toISOString().slice(0, 10),
  );
}
