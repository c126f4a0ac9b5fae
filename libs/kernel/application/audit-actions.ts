/** Names of actions, `<target>.<what happened>`, each with its label. */
export type ActionLabels = Readonly<Record<string, string>>;

/**
 * All actions that audit trails may contain: every context declares its own in its contract, and the program collects
 * them.
 */
export class AuditActions {
  private constructor(
    /** In the order of their names. */
    readonly labels: ActionLabels,
  ) {}

  /** Throws when two contexts declare the same action. */
  static of(...contexts: readonly ActionLabels[]): AuditActions {
    const all = contexts.flatMap((labels) => Object.entries(labels)).sort(([a], [b]) => (a < b ? -1 : 1));
    const twice = all.find(([name], at) => all[at - 1]?.[0] === name);
    if (twice) throw new Error(`The audit action ${twice[0]} is declared twice`);
    return new AuditActions(Object.fromEntries(all));
  }
}
