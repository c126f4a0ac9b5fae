import type { Role } from '#permissions';
import type { SiteFeatureView, SiteView } from '../../../contract/site.view.js';
import { proxyTarget, rootUrl, type SitesHost } from '../../domain/site/addresses.js';
import type { SiteState } from '../../domain/site/site.js';
import { sitePermissions } from '../../domain/site/site.policy.js';

/** The features of every site. */
const FEATURES = [
  'adaptive-content',
  'advanced-customization',
  'advanced-insights',
  'ai-assistant',
  'ai-search',
  'api-playground',
  'basic-customization',
  'custom-domain',
  'custom-fonts',
  'custom-subdirectory',
  'full-text-search',
  'multivariant-site',
  'page-feedback',
  'page-traffic-insights',
  'pdf-export',
  'public-visibility',
  'redirects',
  'search-insights',
  'sections',
  'seo',
  'share-links',
  'unlisted-visibility',
  'visitor-authentication',
  'visitors',
].map((feature) => `sites-${feature}`);

const CUSTOMIZATIONS: NonNullable<SiteFeatureView['customizations']> = [
  'header-logo',
  'theme-preset',
  'premium-fonts',
  'custom-icons',
  'footer-logo',
  'footer-links',
  'footer-copyright',
  'semantic-colors',
  'header-primary-link',
];

export interface Addresses extends SitesHost {
  publicUrl: string;
}

/**
 * The view of a site for a member with this role or a visitor (undefined), who may read it with the key of a share
 * link.
 */
export function toSiteView(site: SiteState, role: Role | undefined, host: Addresses, shareKey?: string): SiteView {
  const { publicUrl } = host;
  const app = `${publicUrl}/o/${site.organizationId}/sites/${site.id}`;
  const view: SiteView = {
    object: 'site',
    id: site.id,
    type: site.type,
    appliedType: site.type,
    title: site.title,
    basename: site.basename,
    visibility: site.visibility,
    published: site.published,
    siteSpaces: site.structure.siteSpaces.length,
    createdAt: site.createdAt.toISOString(),
    adaptiveContent: { enabled: site.adaptiveContent },
    agentsContext: site.agentsContext,
    defaultLevel: 'inherit',
    features: featuresOf(site.type),
    permissions: sitePermissions(role),
    urls: {
      location: `${publicUrl}/v1/orgs/${site.organizationId}/sites/${site.id}`,
      app,
      preview: `${app}/preview`,
    },
  };
  if (site.published) view.urls.published = rootUrl(site, host, shareKey);
  if (site.hostname !== null) view.hostname = site.hostname;
  if (site.proxy !== null) view.proxy = { origin: site.proxy, target: proxyTarget(site, host) };
  return view;
}

function featuresOf(plan: SiteState['type']): SiteFeatureView[] {
  return FEATURES.map((id) => {
    const feature: SiteFeatureView = { id, plan, frozen: false };
    return id === 'sites-advanced-customization' ? { ...feature, customizations: CUSTOMIZATIONS } : feature;
  });
}
