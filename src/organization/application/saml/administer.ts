import { roleAtLeast, type Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';

/** Refuses who may not administer the organization: NotFound to strangers, Forbidden to members of a lesser role. */
export function requireAdministrator(caller: Caller, organizationId: string): void {
  const role = caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (!roleAtLeast(role, 'admin')) throw new Forbidden('This needs the role admin in the organization');
}
