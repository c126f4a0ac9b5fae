import { roleAtLeast, type Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { FROM_MEMBERS } from './conversation.js';

/**
 * Throws for callers who may not add conversations: members below the role create, and scripts without the scope.
 * Returns the source of what they add.
 */
export function requireIngesting(caller: Caller, organizationId: string): string {
  const { script } = caller;
  if (script) {
    if (script.installation?.organizationId !== organizationId) throw new NotFound('Organization not found');
    if (!script.scopes.includes('conversations:ingest'))
      throw new Forbidden('This needs the scope conversations:ingest');
    return `integration:${script.name}:${script.installation.id}`;
  }
  requireRole(caller, organizationId, 'create');
  return FROM_MEMBERS;
}

/** Throws for callers who may not read what users wrote: those below the role edit. */
export function requireReading(caller: Caller, organizationId: string): void {
  requireRole(caller, organizationId, 'edit');
}

/** Throws for callers who do not administer the organization. */
export function requireAdministration(caller: Caller, organizationId: string): void {
  requireRole(caller, organizationId, 'admin');
}

function requireRole({ roles, visitor, script }: Caller, organizationId: string, wanted: 'edit' | 'create' | 'admin') {
  const role = visitor || script ? undefined : roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (!roleAtLeast(role, wanted)) throw new Forbidden(`This needs the role ${wanted} or more in the organization`);
}
