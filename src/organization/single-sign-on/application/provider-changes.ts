import type { AuditTrail } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import type { Callers } from '#kernel/application/callers';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import type { Organizations } from '../../organizations/domain/organizations.js';
import type { Sessions } from '../../sign-in/domain/session/sessions.js';
import type { Teams } from '../../teams/domain/teams.js';
import type { Voucher, Vouchers } from '../domain/voucher.js';

/** A provider whose fields administrators change. */
interface ChangingVoucher<F> extends Voucher {
  readonly active: boolean;
  update(fields: F): { distrusts: boolean };
}

/** The providers of one protocol. */
interface Providers<P> {
  find(id: string): Promise<P | undefined>;
  save(provider: P): Promise<void>;
  remove(organizationId: string, id: string): Promise<void>;
}

/** The ports for changing and removing providers. */
export interface ProviderPorts<P> {
  providers: Providers<P>;
  vouchers: Vouchers;
  organizations: Organizations;
  sessions: Sessions;
  callers: Callers;
  audit: AuditTrail;
}

type Named = Pick<
  { caller: Caller; organizationId: string; providerId: string },
  'caller' | 'organizationId' | 'providerId'
>;

/**
 * Changes the fields of a provider; returns it. Where what was trusted before no longer is, the sessions it vouched for
 * end. Throws Conflict where it was the last usable one and members must sign in by single sign-on.
 */
export async function changeProvider<F extends object, P extends ChangingVoucher<F>>(
  ports: ProviderPorts<P>,
  { caller, organizationId, providerId }: Named,
  fields: F,
): Promise<P> {
  requireAdministrator(caller, organizationId);
  const provider = await ports.providers.find(providerId);
  if (provider?.organizationId !== organizationId) throw new NotFound('Provider not found');
  const { active } = provider;
  const { distrusts } = provider.update(fields);
  if (active && !provider.active) await requireAnother(ports, provider);
  await ports.providers.save(provider);
  if (distrusts) await endSessionsOf(ports, provider);
  await ports.audit.record({
    ...entryOf(provider, caller, 'updated'),
    payload: { changed: Object.keys(fields), active: provider.active, sessionsEnded: distrusts },
  });
  return provider;
}

/** Removes a provider and ends the sessions it vouched for. A provider that the caller can't see is no error. */
export async function removeProvider<P extends Voucher & { active: boolean }>(
  ports: ProviderPorts<P>,
  { caller, organizationId, providerId }: Named,
): Promise<void> {
  if (!caller.roles.has(organizationId)) return;
  requireAdministrator(caller, organizationId);
  const provider = await ports.providers.find(providerId);
  if (provider?.organizationId !== organizationId) return;
  if (provider.active) await requireAnother(ports, provider);
  await endSessionsOf(ports, provider);
  await ports.providers.remove(organizationId, providerId);
  await ports.audit.record(entryOf(provider, caller, 'deleted'));
}

/** The entry of the audit trail for a change of a provider. */
export function entryOf(provider: Voucher, caller: Caller, change: 'created' | 'updated' | 'deleted') {
  return {
    organizations: [provider.organizationId],
    action: `${provider.protocol}-provider.${change}`,
    actorId: caller.userId,
    target: { type: `${provider.protocol}-provider`, id: provider.id, label: provider.label },
  };
}

/** Refuses teams that are not of the organization; `member` names where they were given. */
export async function requireTeams(
  teams: Teams,
  organizationId: string,
  member: string,
  teamIds: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = [...new Set(teamIds.filter((id) => typeof id === 'string'))];
  if (ids.length === 0 || (await teams.hasAll(organizationId, ids))) return;
  throw new Invalid(`${member} must be the id of a team of the organization`);
}

/** Throws where members must sign in by SSO and this is the last usable provider: no member could sign in any more. */
async function requireAnother<P>({ organizations, vouchers }: ProviderPorts<P>, provider: Voucher): Promise<void> {
  const organization = await organizations.findToChange(provider.organizationId);
  if (organization?.sso !== true) return;
  if (await vouchers.hasActive(provider.organizationId, provider.id)) return;
  throw new Conflict('Members must sign in by this provider: let the organization take passwords first (sso)');
}

/** Ends all sessions the provider vouched for, with effect from the next request. */
async function endSessionsOf<P>({ sessions, callers }: ProviderPorts<P>, provider: Voucher): Promise<void> {
  await callers.changed(...(await sessions.removeVouchedBy(provider.id)));
}
