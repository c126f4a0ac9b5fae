import type { Callers } from '#kernel/application/callers';
import { Conflict } from '#kernel/domain/errors';
import type { Organizations } from '../../organizations/domain/organizations.js';
import type { SamlProvider } from '../domain/saml-provider.js';
import type { SamlProviders } from '../domain/saml.ports.js';
import type { Sessions } from '../../sign-in/domain/session/sessions.js';

/** Refuses where members must sign in by SSO and this is the last provider they can do it by: nobody could get in. */
export async function requireAnotherProvider(
  providers: SamlProviders,
  organizations: Organizations,
  provider: SamlProvider,
): Promise<void> {
  const organization = await organizations.findToChange(provider.organizationId);
  if (organization?.sso !== true) return;
  if (await providers.hasActive(provider.organizationId, provider.id)) return;
  throw new Conflict('Members must sign in by this provider: let the organization take passwords first (sso)');
}

/** Signs out everybody the provider vouched for, with effect in their next request. */
export async function endSessionsOf(provider: SamlProvider, sessions: Sessions, callers: Callers): Promise<void> {
  for (const userId of await sessions.removeVouchedBy(provider.id)) await callers.changed(userId);
}
