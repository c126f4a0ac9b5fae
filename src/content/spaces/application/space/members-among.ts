import type { Dispatcher } from '#kernel/application/dispatcher';
import { AccessOfMembers } from '#organization';

/** Of these users, those who are members of an organization; nothing is asked where there are none. */
export async function membersAmong(
  dispatcher: Dispatcher,
  organizationId: string,
  users: readonly string[],
): Promise<ReadonlySet<string>> {
  if (users.length === 0) return new Set();
  const members = await dispatcher.ask(new AccessOfMembers(organizationId, users));
  return new Set(members.map(({ userId }) => userId));
}
