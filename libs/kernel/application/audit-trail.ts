/** The target of a change: its kind (`member`, `team`, `space`, …), its id, and its name at that time. */
export interface AuditTarget {
  type: string;
  id: string;
  label?: string;
}

/** One change, or one sign-in, as the audit trail of an organization stores it. */
export interface AuditEntry {
  /** The organizations in whose trails it is recorded: one, except for what concerns a user in all of theirs. */
  organizations: readonly string[];
  /** A stable name, `<target>.<what happened>`: `member.role-changed`, `team.created`. */
  action: string;
  /** The user who did it, or the installation whose script did; undefined when the server did it by itself. */
  actorId?: string;
  target: AuditTarget;
  /** Further details for administrators; never a secret. */
  payload?: Readonly<Record<string, unknown>>;
}

/** The names of the members that a change sets; those left out stay as they are. */
export function changedIn(changes: object): string[] {
  return Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Records who changed what, in the transaction of the change: both are committed or neither is. */
export abstract class AuditTrail {
  abstract record(...entries: AuditEntry[]): Promise<void>;
}
