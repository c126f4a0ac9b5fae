import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { OrganizationChanges } from '../domain/organization-changes.js';

export type OrganizationFieldChanges = OrganizationChanges;

/** Changes an organization's settings; for its administrators. */
@Audits('organization.updated')
export class UpdateOrganization extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly changes: OrganizationChanges,
  ) {
    super();
  }
}

/** Stores the instructions for agents in an organization; for its administrators. The document is as it was sent. */
@Audits('agent-instructions.updated')
export class UpdateAgentInstructions extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly instructions: unknown,
  ) {
    super();
  }
}
