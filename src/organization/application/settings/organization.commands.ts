import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { OrganizationChanges } from '../../domain/settings/organization-changes.js';

/** What a caller may change of an organization. */
export type OrganizationFieldChanges = OrganizationChanges;

/** Changes an organization's settings; for its administrators. */
export class UpdateOrganization extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly changes: OrganizationChanges,
  ) {
    super();
  }
}

/** Writes what agents are told in an organization; for its administrators. The document is as it was sent. */
export class UpdateAgentInstructions extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly instructions: unknown,
  ) {
    super();
  }
}
