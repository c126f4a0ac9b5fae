import type { Caller, Role } from '#kernel/application/caller';
import type { Scope } from '#kernel/application/scopes';
import { ORGANIZATIONS } from '../../organizations/infrastructure/reading.js';
import { TEAM_MEMBERS } from '../../teams/infrastructure/reading.js';

export interface CallerRow {
  userId: string;
  tokenId: string | null;
  sessionId: string | null;
  scopes: Scope[] | null;
  secondFactor: boolean;
  expiresAt: Date | null;
  confinedTo: string | null;
  roles: { organization: string; role: Role | null }[] | null;
  teams: string[] | null;
}

/**
 * The columns of a caller, from the table `u` (user). An organization that requires single sign-on is left out for
 * users who signed in another way; `signedOn` is the SQL for whether they signed in by it, of the tables `m` (member)
 * and `u`. So is one that demands a second factor; `factor` is the SQL for whether they have it there, of these tables
 * and `o` (organization). The administrator of the server is never locked out. Where `confinedTo` (the SQL of an
 * organization or null) names one, all others are left out: its provider vouched for the user, which is no proof to the
 * user's other organizations.
 */
export const callerColumns = ({
  signedOn,
  factor,
  confinedTo,
}: {
  signedOn: string;
  factor: string;
  confinedTo: string;
}): string => `(select json_agg(json_build_object('organization', m.organization_id, 'role', m.role))
   from organization.member m
   join ${ORGANIZATIONS} o on o.organization_id = m.organization_id
   where m.user_id = u.id and not m.disabled and (not o.sso or u.administrator or ${signedOn})
     and (o.second_factor_since is null or u.administrator or ${factor})
     and (${confinedTo} is null or m.organization_id = ${confinedTo})) as roles,
   (select json_agg(tm.team_id) from ${TEAM_MEMBERS} tm
    where tm.user_id = u.id and (${confinedTo} is null or tm.organization_id = ${confinedTo})) as teams,
   ${confinedTo} as "confinedTo"`;

export function toCaller({
  userId,
  tokenId,
  sessionId,
  scopes,
  secondFactor,
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
    ...(secondFactor && { secondFactor }),
    ...(confinedTo !== null && { confinedTo }),
    ...(expiresAt && { expiresAt }),
  };
}
