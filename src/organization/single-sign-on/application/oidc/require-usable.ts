import type { Teams } from '../../../teams/domain/teams.js';
import type { OidcProviderFields } from '../../domain/oidc/oidc-provider.js';
import type { OidcProtocol } from '../../domain/oidc/oidc.ports.js';
import { requireTeams } from '../provider-changes.js';

/** Refuses fields that name an issuer that is not spoken with, or a team that the organization does not have. */
export async function requireUsable(
  { teams, protocol }: { teams: Teams; protocol: OidcProtocol },
  organizationId: string,
  { issuer, defaultTeam, groupRules }: OidcProviderFields,
): Promise<void> {
  if (issuer !== undefined && issuer.trim() !== '') protocol.requireSpoken(issuer.trim());
  await requireTeams(teams, organizationId, 'defaultTeam', [defaultTeam]);
  await requireTeams(teams, organizationId, 'groupRules: team', groupRules?.map(({ team }) => team) ?? []);
}
