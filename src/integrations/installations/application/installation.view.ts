import type { SpaceView } from '#content';
import type { SiteView } from '#publishing';
import type { IntegrationView } from '../../integrations/application/integration.view.js';

export class InstallationUrls {
  /**
   * Address of the installation in the API.
   * @example https://docs.example.com/v1/integrations/webhook/installations/0VbbUK0eVp7EwCj3YaJn
   */
  location!: string;
  /**
   * Address of the installation in the browser.
   * @example https://docs.example.com/o/0VbbU3z1Hn6PwDs8RtKe/integrations/webhook/installations/0VbbUK0eVp7EwCj3YaJn
   */
  app!: string;
  /**
   * Where requests reach the script for this installation.
   * @example https://docs.example.com/integrations/webhook/installations/0VbbUK0eVp7EwCj3YaJn
   */
  publicEndpoint!: string;
  /**
   * Where the script answers with what frames in pages show.
   * @example https://docs.example.com/integration-content/webhook/installations/0VbbUK0eVp7EwCj3YaJn
   */
  publicContentEndpoint!: string;
}

/** On what an integration is installed. */
export class InstallationTargetView {
  /**
   * Id of the organization.
   * @example 0VbbU3z1Hn6PwDs8RtKe
   */
  organization!: string;
}

/** An integration that an organization uses. */
export class InstallationView {
  /** @example 0VbbUK0eVp7EwCj3YaJn */
  id!: string;
  /**
   * `pending`: something that is required is not set. `paused`: switched off by an administrator.
   * @example active
   */
  status!: 'active' | 'pending' | 'paused';
  /**
   * Whether it covers all spaces of the organization, or those that it is enabled on.
   * @example all
   */
  space_selection!: 'all' | 'selected';
  /** @example all */
  site_selection!: 'all' | 'selected';
  /**
   * How many spaces it is enabled on.
   * @example 2
   */
  spaces!: number;
  /**
   * What is set for it. Empty for callers who do not administer the organization.
   * @example {"region": "eu"}
   */
  configuration!: Record<string, unknown>;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt!: string;
  urls!: InstallationUrls;
  /**
   * What its script finds it by: ids of other services.
   * @example ["T024BE7LD"]
   */
  externalIds!: string[];
  target!: InstallationTargetView;
}

export class TargetInstallationUrls {
  /**
   * Address in the API.
   * @example https://docs.example.com/v1/integrations/webhook/installations/0VbbUK0eVp7EwCj3YaJn/spaces/0VbbU5n7Ed2QvZt8KlXa
   */
  location!: string;
  /**
   * Where requests reach the script for this space or site.
   * @example https://docs.example.com/integrations/webhook/installations/0VbbUK0eVp7EwCj3YaJn/spaces/0VbbU5n7Ed2QvZt8KlXa
   */
  publicEndpoint!: string;
  /**
   * Where the script answers with what frames in pages show.
   * @example https://docs.example.com/integration-content/webhook/installations/0VbbUK0eVp7EwCj3YaJn/spaces/0VbbU5n7Ed2QvZt8KlXa
   */
  publicContentEndpoint!: string;
}

/** An installation that is enabled on a space. */
export class SpaceInstallationView {
  /**
   * Name of the integration.
   * @example webhook
   */
  integration!: string;
  /**
   * Id of the installation.
   * @example 0VbbUK0eVp7EwCj3YaJn
   */
  installation!: string;
  /** @example active */
  status!: 'active' | 'pending' | 'paused';
  /**
   * What is set for it on this space.
   * @example {}
   */
  configuration!: Record<string, unknown>;
  /** @example [] */
  externalIds!: string[];
  urls!: TargetInstallationUrls;
  /** The space, where `extended` asks for it, else its id. */
  space!: string | SpaceView;
}

/** An installation that is enabled on a site. */
export class SiteInstallationView {
  /**
   * Name of the integration.
   * @example analytics
   */
  integration!: string;
  /**
   * Id of the installation.
   * @example 0VbbUK0eVp7EwCj3YaJn
   */
  installation!: string;
  /** @example active */
  status!: 'active' | 'pending' | 'paused';
  /**
   * What is set for it on this site.
   * @example {}
   */
  configuration!: Record<string, unknown>;
  /** @example [] */
  externalIds!: string[];
  urls!: TargetInstallationUrls;
  /** The site, where `extended` asks for it, else its id. */
  site!: string | SiteView;
}

/** An installation with its integration. */
export class OrganizationInstallationView {
  installation!: InstallationView;
  integration!: IntegrationView;
}

/** The status of an integration that an organization has installed. */
export class InstalledIntegrationView {
  /** @example active */
  status!: 'active' | 'pending' | 'paused';
  integration!: IntegrationView;
}

/** The status of an installation. */
export class InstallationStatusView {
  /** @example active */
  status!: 'active' | 'pending' | 'paused';
}
