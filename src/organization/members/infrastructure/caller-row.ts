import type { Caller, Role } from '#kernel/application/caller';
import type { Scope } from '#kernel/application/scopes';
import { ORGANIZATIONS } from '../../organizations/infrastructure/reading.js';
import { TEAM_MEMBERS } from '../../teams/infrastructure/reading.js';

export interface CallerRow {
  userId: string;
  tokenId: string | null;
  sessionId: string | null;
  scopes: Scope[] | null;
  expiresAt: Date | null;
  confinedTo: string | null;
  roles: { organization: string; role: Role | null }[] | null;
  teams: string[] | null;
}

/**
 * The columns of a caller, from the table `u` (user). An organization that requires single sign-on is left out for
 * users who signed in another way; `signedOn` is the SQL for whether they signed in by it, of the tables `m` (member)
 * and `u`. The administrator of the server is never locked out. Where `confinedTo` (the SQL of an organization or null)
 * names one, all others are left out: its provider vouched for the user, which is no proof to the user's other
 * organizations.
 */
export const callerColumns = (
  signedOn: string,
  confinedTo: string,
): string => `(select json_agg(json_build_object('organization', m.organization_id, 'role', m.role))
   from organization.member m
   join ${ORGANIZATIONS} o on o.organization_id = m.organization_id
   where m.user_id = u.id and not m.disabled and (not o.sso or u.administrator or ${signedOn})
     and (${confinedTo} is null or m.organization_id = ${confinedTo})) as roles,
   (select json_agg(tm.team_id) from ${TEAM_MEMBERS} tm
    where tm.user_id = u.id and (${confinedTo} is null or tm.organization_id = ${confinedTo})) as teams,
   ${confinedTo} as "confinedTo"`;

export function toCaller({
  userId,
  tokenId,
  sessionId,
  scopes,
  confinedTo,
  expiresAt,
  roles,
  teams,
}: CallerRow): Caller {
  return {
    userId,
    roles: new Map((roles ?? []).map(({ organization, role }) => [organization, role])),
    teams: teams ?? [],
    ...(tokenId !== null && { tokenId }),
    ...(sessionId !== null && { sessionId }),
    ...(scopes && { scopes }),
    ...(confinedTo !== null && { confinedTo }),
    ...(expiresAt && { expiresAt }),
  };
}
