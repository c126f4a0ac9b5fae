/** What a change was made to: its kind (`member`, `team`, `space`, …), its id, and what people called it then. */
export interface AuditTarget {
  type: string;
  id: string;
  label?: string;
}

/** One change, or one sign-in, as the audit trail of an organization keeps it. */
export interface AuditEntry {
  /** The organizations in whose trails it stands: one, but for what concerns a user in all of theirs. */
  organizations: readonly string[];
  /** A stable name, `<target>.<what happened>`: `member.role-changed`, `team.created`. */
  action: string;
  /** The user who did it; undefined when the server did it by itself. */
  actorId?: string;
  target: AuditTarget;
  /** What an administrator wants to know besides; never a secret. */
  payload?: Readonly<Record<string, unknown>>;
}

/** The names of what a change is to; left out what stays as it is. */
export function changedIn(changes: object): string[] {
  return Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Records who changed what, in the transaction of the change: neither is there without the other. */
export abstract class AuditTrail {
  abstract record(...entries: AuditEntry[]): Promise<void>;
}
