export class AuditEventActor {
  /** The server did it by itself when this is `system`, the script of an installation when it is `integration`. */
  type!: 'user' | 'integration' | 'system';
  /** @example 0VbbU2y0Gm5OvCr7QsJd */
  id!: string;
  /**
   * What they were called then.
   * @example "Documentation team"
   */
  label?: string;
}

export class AuditEventTarget {
  /** @example team */
  type!: string;
  /** @example 0VbbU3b4Kq9SzGv1UwNh */
  id!: string;
  /**
   * What it was called then.
   * @example "Writers"
   */
  label?: string;
}

export class AuditEventUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/audit-events/0VbbU5c6Ms1UbIx3WyPj */
  location!: string;
}

/** Something that was done in an organization. */
export class AuditEventView {
  object!: 'audit-event';
  /** @example 0VbbU5c6Ms1UbIx3WyPj */
  id!: string;
  /** @example 2026-01-15T09:30:00.000Z */
  occurredAt!: string;
  /**
   * A stable name of what was done.
   * @example team.created
   */
  action!: string;
  actor!: AuditEventActor;
  /** `ui` from a browser that is signed in, `api` with a token, `script` by the server or its command line. */
  source!: 'ui' | 'api' | 'script';
  target!: AuditEventTarget;
  urls!: AuditEventUrls;
}

/** An event with what belongs to its action. */
export class AuditEventDetailsView extends AuditEventView {
  /**
   * The id of the request that did it, as in the log; absent when no request did.
   * @example 5f7c3f3e-6b0e-4c55-9c1b-1d3f0a4e8f10
   */
  correlationId?: string;
  /**
   * The address of the client.
   * @example 203.0.113.7
   */
  address?: string;
  /** @example 1 */
  schemaVersion!: number;
  /**
   * Depends on the action.
   * @example {"role": "edit"}
   */
  payload!: Record<string, unknown>;
}

/** Something that can be done, by the name that events carry. */
export class AuditEventActionView {
  object!: 'audit-event-action';
  /** @example team.created */
  id!: string;
  /** @example "Team created" */
  label!: string;
}

/** All there are, in one answer. */
export class AuditEventActionsView {
  items!: AuditEventActionView[];
}
