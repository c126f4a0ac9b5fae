import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { TeamsByIds } from '../../contract/queries.js';
import type { TeamView } from '../../contract/team.view.js';

/** The default teams of providers by id, in one query; those that were deleted are missing. */
export async function defaultTeamsOf(
  dispatcher: Dispatcher,
  caller: Caller,
  organizationId: string,
  rows: readonly { defaultTeam: string | null }[],
): Promise<Map<string, TeamView>> {
  const ids = rows.flatMap(({ defaultTeam }) => defaultTeam ?? []);
  return ids.length === 0 ? new Map() : dispatcher.ask(new TeamsByIds(caller, organizationId, ids));
}
