import type { Dispatcher } from '#kernel/application/dispatcher';
import { AccessOfMembers } from '#organization';

/** The subset of these users who are members of an organization. Sends no query for an empty list. */
export async function membersAmong(
  dispatcher: Dispatcher,
  organizationId: string,
  users: readonly string[],
): Promise<ReadonlySet<string>> {
  if (users.length === 0) return new Set();
  const members = await dispatcher.ask(new AccessOfMembers(organizationId, users));
  return new Set(members.map(({ userId }) => userId));
}
