import type { Settings } from '#kernel/infrastructure/settings';
import type { Configuration } from '../../integrations/domain/configuration-schema.js';
import type {
  InstallationView,
  SiteInstallationView,
  SpaceInstallationView,
} from '../application/installation.view.js';
import type { InstallationState } from '../domain/installation.js';
import type { TargetInstallationState } from '../domain/target-installation.js';

/** An installation with what its view says of other tables. */
export type InstallationRow = InstallationState & { name: string; spaces: number };

export type TargetRow = TargetInstallationState & { name: string };

/** Where an installation of the integration `name` is reached. */
export function installationUrls(
  { organizationId, id }: Pick<InstallationState, 'organizationId' | 'id'>,
  name: string,
  { publicUrl, integrationsUrl }: Settings,
): InstallationView['urls'] {
  const path = `${name}/installations/${id}`;
  return {
    location: `${publicUrl}/v1/integrations/${path}`,
    app: `${publicUrl}/o/${organizationId}/integrations/${path}`,
    publicEndpoint: `${integrationsUrl}/integrations/${path}`,
    publicContentEndpoint: `${integrationsUrl}/integration-content/${path}`,
  };
}

export function toInstallationView(
  row: InstallationRow,
  configuration: Configuration,
  settings: Settings,
): InstallationView {
  return {
    id: row.id,
    status: row.status,
    space_selection: row.spaceSelection,
    site_selection: row.siteSelection,
    spaces: row.spaces,
    configuration,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    urls: installationUrls(row, row.name, settings),
    externalIds: row.externalIds,
    target: { organization: row.organizationId },
  };
}

/** Where an installation of the integration `name` on a space or a site is reached. */
export function targetUrls(
  { installationId, kind, targetId }: Pick<TargetInstallationState, 'installationId' | 'kind' | 'targetId'>,
  name: string,
  { publicUrl, integrationsUrl }: Settings,
): SpaceInstallationView['urls'] {
  const path = `${name}/installations/${installationId}/${kind}s/${targetId}`;
  return {
    location: `${publicUrl}/v1/integrations/${path}`,
    publicEndpoint: `${integrationsUrl}/integrations/${path}`,
    publicContentEndpoint: `${integrationsUrl}/integration-content/${path}`,
  };
}

/*
 * Paths with a tilde below the endpoint of a site installation are not the script's own: what is asked for there becomes
 * an event of its own kind.
 */

/** The script of an integration for the pages of a site. */
export function siteScriptUrl(
  { installationId, siteId }: { installationId: string; siteId: string },
  name: string,
  settings: Settings,
): string {
  const { publicEndpoint } = targetUrls({ installationId, kind: 'site', targetId: siteId }, name, settings);
  return `${publicEndpoint}/~/script.js`;
}

/** Where visitors of a site sign in and out at an integration. */
export function visitorUrls(
  { installationId, siteId }: { installationId: string; siteId: string },
  name: string,
  settings: Settings,
): { loginUrl: string; logoutUrl: string } {
  const { publicEndpoint } = targetUrls({ installationId, kind: 'site', targetId: siteId }, name, settings);
  const address = `${publicEndpoint}/~/visitor-auth`;
  return { loginUrl: `${address}/login`, logoutUrl: `${address}/logout` };
}

/** `target`: the space or site, or its id. */
export function toTargetView(
  row: TargetRow,
  configuration: Configuration,
  target: object | undefined,
  settings: Settings,
): SpaceInstallationView | SiteInstallationView {
  const common = {
    integration: row.name,
    installation: row.installationId,
    status: row.status,
    configuration,
    externalIds: row.externalIds,
    urls: targetUrls(row, row.name, settings),
  };
  const shown = target ?? row.targetId;
  return row.kind === 'space'
    ? { ...common, space: shown as SpaceInstallationView['space'] }
    : { ...common, site: shown as SiteInstallationView['site'] };
}
