import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid } from '#kernel/domain/errors';
import { VisibleContent } from '#content';
import { AccessOfMembers } from '#organization';
import type { StoredSettings } from '../domain/customization.js';
import { newlyNamed, type Named } from '../domain/references.js';

/**
 * Rejects settings with a new link to a space or a collection that the caller can't see in the organization, or to a
 * user who is not a member of it.
 */
export async function requireKnown(
  dispatcher: Dispatcher,
  caller: Caller,
  organizationId: string,
  { settings, before }: { settings: StoredSettings; before: readonly (StoredSettings | undefined)[] },
): Promise<void> {
  const named = newlyNamed(settings, before);
  const idsOf = (isWanted: (one: Named) => boolean) => [...new Set(named.filter(isWanted).map(({ id }) => id))];
  const [users, contents] = [idsOf(({ kind }) => kind === 'user'), idsOf(({ kind }) => kind !== 'user')];
  const members = users.length === 0 ? [] : await dispatcher.ask(new AccessOfMembers(organizationId, users));
  const seen = await dispatcher.ask(new VisibleContent(caller, organizationId, contents));
  const isMember = new Set(members.map(({ userId }) => userId));
  const stranger = named.find(({ kind, id }) => !(kind === 'user' ? isMember : seen).has(id));
  if (stranger)
    throw new Invalid(
      `${stranger.path}: there is no ${stranger.kind} ${JSON.stringify(stranger.id)} in the organization`,
    );
}
