import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { OrganizationView } from '../../contract/organization.view.js';
import type { AgentInstructionsView } from './agent-instructions.view.js';
import type { EmailDomainView } from './email-domain.view.js';
import type { SubdomainView } from './subdomain.view.js';

/** One organization the caller belongs to, with the entity tag of the view. */
export class GetTaggedOrganization extends Query<{ view: OrganizationView; etag: string }> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}

/**
 * Whether an organization has an identity provider by which its members can sign in. Answered by the area of single
 * sign-on.
 */
export class HasActiveProvider extends Query<boolean> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** The organization that has a subdomain; NotFound unless the caller belongs to it. */
export class GetSubdomain extends Query<SubdomainView> {
  constructor(
    readonly caller: Caller,
    readonly subdomain: string,
  ) {
    super();
  }
}

/** The organizations that admit an e-mail domain, among those that the caller belongs to or may join. */
export class ListOrganizationsOfEmailDomain extends Query<EmailDomainView> {
  constructor(
    readonly caller: Caller,
    readonly emailDomain: string,
  ) {
    super();
  }
}

/** The instructions for agents in an organization, for its members. */
export class GetAgentInstructions extends Query<AgentInstructionsView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}
