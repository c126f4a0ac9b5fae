import type { Caller } from '#kernel/application/caller';
import type { Settings } from '#kernel/infrastructure/settings';
import type { OrganizationView } from '#organization';
import type { IntegrationView } from '../application/integration.view.js';
import type { IntegrationState } from '../domain/integration.js';
import { administers } from '../domain/integration.policy.js';

/** Where an integration is reached. */
export function integrationUrls(
  { organizationId, id, name, manifest }: Pick<IntegrationState, 'organizationId' | 'id' | 'name' | 'manifest'>,
  { publicUrl, integrationsUrl }: Settings,
): IntegrationView['urls'] {
  const assets = `${integrationsUrl}/integration-files/${id}`;
  return {
    location: `${publicUrl}/v1/integrations/${name}`,
    ...(manifest.icon === undefined ? {} : { icon: `${assets}/${manifest.icon}` }),
    app: `${publicUrl}/o/${organizationId}/integrations/${name}`,
    assets,
    publicEndpoint: `${integrationsUrl}/integrations/${name}`,
    publicContentEndpoint: `${integrationsUrl}/integration-content/${name}`,
  };
}

export function toIntegrationView(
  row: IntegrationState,
  owner: OrganizationView,
  caller: Caller,
  settings: Settings,
): IntegrationView {
  const { manifest } = row;
  const urls = integrationUrls(row, settings);
  return {
    object: 'integration',
    name: row.name,
    version: row.release,
    title: manifest.title,
    description: manifest.description,
    summary: manifest.summary,
    previewImages: manifest.previewImages.map((image) => `${urls.assets}/${image}`),
    target: manifest.target,
    verified: row.verified,
    visibility: row.visibility,
    scopes: manifest.scopes,
    categories: manifest.categories,
    blocks: manifest.blocks,
    contentSources: manifest.contentSources,
    configurations: manifest.configurations,
    externalLinks: manifest.externalLinks,
    owner,
    urls,
    permissions: { admin: administers(caller, row) },
    ...(manifest.contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy: manifest.contentSecurityPolicy }),
  };
}
