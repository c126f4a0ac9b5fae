import { readOperations } from './operations.js';
import { patchUser } from './patch-user.js';
import { readUser, settled, type ProviderNames, type UserAttributes, type UserDraft } from './user-draft.js';

/** Of a member whom no provider has named. */
export const NO_NAMES: ProviderNames = { externalId: null, givenName: null, familyName: null, formattedName: null };

/** A user after a request that replaces or patches them. `displayName` is null where it stays. */
export function changedUser(before: UserAttributes, how: 'replace' | 'patch', body: unknown): UserAttributes {
  if (how === 'replace') return settled(readUser(body, before.active), before.address);
  const draft: UserDraft = { ...before, userName: before.address, email: before.address };
  // A name that was derived of its parts follows them.
  const derived = settled({ ...draft, displayName: null }, before.address).displayName;
  if (derived === before.displayName) draft.displayName = null;
  patchUser(draft, readOperations(body));
  return settled(draft, before.address);
}
