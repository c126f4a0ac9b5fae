import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ScriptScope } from '#kernel/application/scopes';
import type { InstallationTarget, IntegrationCategory } from '../domain/manifest.js';
import type { IntegrationView } from './integration.view.js';

/** Which integrations are wanted; all of them where a member is left out. */
export interface IntegrationFilter {
  /** In the name, the title or the description, whatever the case. */
  search?: string | undefined;
  category?: IntegrationCategory | undefined;
  /** A host of links that one of its blocks unfurls. */
  blockDomain?: string | undefined;
  /** Whether it has blocks. */
  blocks?: boolean | undefined;
  /** Whether it has content sources. */
  contentSources?: boolean | undefined;
  /** Id of the organization that owns it. */
  owner?: string | undefined;
  scope?: ScriptScope | undefined;
  target?: InstallationTarget | undefined;
}

/** The integrations that are public and those of the caller's own organizations, the oldest first. */
export class ListIntegrations extends Query<Page<IntegrationView>> {
  constructor(
    readonly caller: Caller,
    readonly filter: IntegrationFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Those that an organization may install: public ones, its own, and those that it has installed. */
export class ListInstallableIntegrations extends Query<Page<IntegrationView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly filter: IntegrationFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One integration by its name; NotFound where the caller may not know of it. */
export class GetIntegration extends Query<IntegrationView> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
  ) {
    super();
  }
}

/** Integrations by their ids, for those who have them installed. Does not authorize. */
export class IntegrationsByIds extends Query<Map<string, IntegrationView>> {
  constructor(
    readonly caller: Caller,
    readonly integrationIds: readonly string[],
  ) {
    super();
  }
}

/** The bytes of a picture of an integration; NotFound for an unknown one. */
export class GetPicture extends Query<{ mediaType: string; bytes: Buffer }> {
  constructor(
    readonly integrationId: string,
    readonly sha256: string,
  ) {
    super();
  }
}
