import { roleAtLeast, type Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';

/** NotFound for callers outside the organization, Forbidden for members who are not its administrators. */
export function requireAdministrator(caller: Caller, organizationId: string): void {
  const role = caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (!roleAtLeast(role, 'admin')) throw new Forbidden('This needs the role admin in the organization');
}
