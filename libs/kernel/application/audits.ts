/** How a command is audited: the actions it may record, or why it records none. */
export type AuditDeclaration = { actions: readonly string[] } | { none: string };

type MessageClass = abstract new (...args: never[]) => unknown;

const DECLARED = Symbol.for('quire:audits');

/** Marks a command with the actions that its handler records in the audit trail when it changes something. */
export function Audits(...actions: readonly [string, ...string[]]): ClassDecorator {
  return (target) => Reflect.defineMetadata(DECLARED, { actions } satisfies AuditDeclaration, target);
}

/** Marks a command that records nothing in the audit trail, with the reason. */
export function NotAudited(reason: string): ClassDecorator {
  return (target) => Reflect.defineMetadata(DECLARED, { none: reason } satisfies AuditDeclaration, target);
}

/** A command's own declaration; undefined when it has none, even if it inherits one. */
export function auditDeclarationOf(command: MessageClass): AuditDeclaration | undefined {
  return Reflect.getOwnMetadata(DECLARED, command) as AuditDeclaration | undefined;
}
