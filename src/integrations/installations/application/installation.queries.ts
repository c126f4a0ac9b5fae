import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { IntegrationView } from '../../integrations/application/integration.view.js';
import type { Target } from './installation.commands.js';
import type {
  InstallationStatusView,
  InstallationView,
  InstalledIntegrationView,
  OrganizationInstallationView,
  SiteInstallationView,
  SpaceInstallationView,
} from './installation.view.js';

export type TargetInstallationView = SpaceInstallationView | SiteInstallationView;

/** The installations of an integration that the caller may see, the oldest first. */
export class ListInstallations extends Query<Page<InstallationView>> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly externalId: string | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One installation; NotFound where the caller may not see it. */
export class GetInstallation extends Query<InstallationView> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
  ) {
    super();
  }
}

/** What an integration is enabled on, of those that the caller administers; the oldest first. */
export class ListTargetInstallations extends Query<Page<TargetInstallationView>> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly filter: {
      kind: Target['kind'];
      /** Only those of this installation. */
      installationId?: string;
      externalId?: string | undefined;
      /** With the records of the spaces or sites. */
      extended: boolean;
    },
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** An installation on one space or site; NotFound where the caller may not see it, Forbidden where they administer it not. */
export class GetTargetInstallation extends Query<TargetInstallationView> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
    readonly target: Target,
    readonly extended: boolean,
  ) {
    super();
  }
}

/** The installations on an organization with their integrations. */
export class ListOrganizationInstallations extends Query<Page<OrganizationInstallationView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly search: string | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The integrations that an organization has installed on itself, or enabled on spaces or sites, with their status. */
export class ListInstallationsStatus extends Query<Page<InstalledIntegrationView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly target: 'organization' | Target['kind'],
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The status of one integration on an organization; NotFound where it is not installed. */
export class GetInstallationStatus extends Query<InstallationStatusView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly name: string,
  ) {
    super();
  }
}

/** The integrations whose installations cover a space or a site and are not paused. */
export class ListIntegrationsOfTarget extends Query<Page<IntegrationView>> {
  constructor(
    readonly caller: Caller,
    readonly target: Target,
    readonly search: string | undefined,
    readonly page: PageRequest,
    /** That owns the site; a space says so itself. */
    readonly organizationId?: string,
  ) {
    super();
  }
}
