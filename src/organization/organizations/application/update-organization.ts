import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Callers } from '#kernel/application/callers';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { AccessOfMembers } from '../../contract/member.queries.js';
import { HasSite } from '../../contract/queries.js';
import type { Organization } from '../domain/organization.js';
import { Organizations } from '../domain/organizations.js';
import { Subdomains } from '../domain/subdomains.js';
import { UpdateOrganization } from './organization.commands.js';
import { HasActiveProvider } from './organization.queries.js';
import { requireAdministrator } from './require-administrator.js';

@CommandHandler(UpdateOrganization)
export class UpdateOrganizationHandler implements ICommandHandler<UpdateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly subdomains: Subdomains,
    private readonly dispatcher: Dispatcher,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, changes }: UpdateOrganization): Promise<void> {
    requireAdministrator(caller, organizationId);
    const organization = await this.organizations.find(organizationId);
    if (!organization) throw new NotFound('Organization not found');
    if (changes.sso === true && !organization.sso) await this.#requireProvider(organizationId);
    const { reviewers } = organization;
    const changed = organization.update(changes);
    if (changed.includes('mergeRules')) await this.#requireMembers(organization, reviewers);
    if (changed.includes('defaultContent')) await this.#requireSite(organization);
    if (changed.length === 0) return;
    await this.organizations.save(organization);
    if (changed.includes('sso')) await this.callers.allChanged();
    const { hostname, title } = organization;
    if (changed.includes('hostname') && hostname !== null && !(await this.subdomains.take(organizationId, hostname)))
      throw new Conflict(`The hostname "${hostname}" is taken`);
    await this.audit.record({
      organizations: [organizationId],
      action: 'organization.updated',
      actorId: caller.userId,
      target: { type: 'organization', id: organizationId, label: title },
      payload: { changed },
    });
  }

  /**
   * The last provider can't be removed while single sign-on is being made mandatory: removing one locks the
   * organization, too.
   */
  async #requireProvider(organizationId: string): Promise<void> {
    await this.organizations.lock(organizationId);
    if (!(await this.dispatcher.ask(new HasActiveProvider(organizationId))))
      throw new Conflict('The organization has no SAML provider that people can sign in by');
  }

  /** A user whom the rules named before may have left since; only new names are checked. */
  async #requireMembers({ id, reviewers }: Organization, known: readonly string[]): Promise<void> {
    const named = reviewers.filter((user) => !known.includes(user));
    if (named.length === 0) return;
    const members = new Set((await this.dispatcher.ask(new AccessOfMembers(id, named))).map(({ userId }) => userId));
    const stranger = named.find((user) => !members.has(user));
    if (stranger !== undefined) throw new Invalid(`mergeRules: ${stranger} is no member of the organization`);
  }

  async #requireSite({ id, defaultSite }: Organization): Promise<void> {
    if (defaultSite !== undefined && !(await this.dispatcher.ask(new HasSite(id, defaultSite))))
      throw new Invalid(`defaultContent: there is no site ${defaultSite} in the organization`);
  }
}
