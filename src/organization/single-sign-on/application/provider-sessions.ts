import type { Callers } from '#kernel/application/callers';
import { Conflict } from '#kernel/domain/errors';
import type { Organizations } from '../../organizations/domain/organizations.js';
import type { SamlProvider } from '../domain/saml-provider.js';
import type { SamlProviders } from '../domain/saml.ports.js';
import type { Sessions } from '../../sign-in/domain/session/sessions.js';

/** Throws where members must sign in by SSO and this is the last usable provider: no member could sign in any more. */
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

/** Ends all sessions the provider vouched for, with effect from the next request. */
export async function endSessionsOf(provider: SamlProvider, sessions: Sessions, callers: Callers): Promise<void> {
  for (const userId of await sessions.removeVouchedBy(provider.id)) await callers.changed(userId);
}
