import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { RolesOnSpaces } from '#content';
import { HasSite } from '#organization';
import { roleAtLeast } from '#permissions';
import { administersInstallations, belongsTo } from '../domain/installation.policy.js';
import type { Target } from './installation.commands.js';

/** Whether the caller may do what is asked for on the target: `undefined` where they may not know that it is there. */
export async function roleOnTarget(
  dispatcher: Dispatcher,
  caller: Caller,
  organizationId: string,
  { kind, id }: Target,
): Promise<{ administers: boolean } | undefined> {
  if (kind === 'space') {
    const spaces = await dispatcher.ask(new RolesOnSpaces(caller, organizationId, [id]));
    const space = spaces.get(id);
    return space && { administers: roleAtLeast(space.role, 'admin') };
  }
  if (!belongsTo(caller, organizationId)) return undefined;
  const isThere = await dispatcher.ask(new HasSite(organizationId, id));
  return isThere ? { administers: administersInstallations(caller, organizationId) } : undefined;
}

/**
 * Throws NotFound for a space or site that the caller may not see, and Forbidden unless they administer the space or, for
 * a site, the organization.
 */
export async function authorizeTarget(
  dispatcher: Dispatcher,
  caller: Caller,
  organizationId: string,
  target: Target,
  missing = target.kind === 'space' ? 'Space not found' : 'Site not found',
): Promise<void> {
  const role = await roleOnTarget(dispatcher, caller, organizationId, target);
  if (!role) throw new NotFound(missing);
  if (!role.administers)
    throw new Forbidden(
      target.kind === 'space'
        ? 'Only administrators of the space enable integrations on it, and change what is set'
        : 'Only administrators of the organization enable integrations on its sites, and change what is set',
    );
}
