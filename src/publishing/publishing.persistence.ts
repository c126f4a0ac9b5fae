import type { Growth } from '#kernel/domain/growth';
import { Sites1790000000301 } from './migrations/1790000000301-sites.js';
import { Insights1790000000303 } from './migrations/1790000000303-insights.js';
import { Openapi1790000000304 } from './migrations/1790000000304-openapi.js';
import { InsightDetails1790000002050 } from './migrations/1790000002050-insight-details.js';
import { SiteScripts1790000011930 } from './migrations/1790000011930-site-scripts.js';
import { OpenapiTexts1790000060031 } from './migrations/1790000060031-openapi-texts.js';
import { SiteConfig1790000060040 } from './migrations/1790000060040-site-config.js';
import { SiteGitSync1790000060090 } from './migrations/1790000060090-site-git-sync.js';
import { SitesById1790000060100 } from './migrations/1790000060100-sites-by-id.js';
import { HeardSites1790000060140 } from './migrations/1790000060140-heard-sites.js';
import { Notices1790000060541 } from './migrations/1790000060541-notices.js';
import { OldInsights1790000070821 } from './migrations/1790000070821-old-insights.js';
import { openapiSpecSchema } from './openapi/infrastructure/openapi-spec.store.js';
import { siteSchema } from './sites/infrastructure/site/site.store.js';

/** The tables of the Publishing context. */
export const publishingPersistence = {
  schema: 'publishing',
  migrations: [
    Sites1790000000301,
    Insights1790000000303,
    Openapi1790000000304,
    InsightDetails1790000002050,
    SiteScripts1790000011930,
    OpenapiTexts1790000060031,
    SiteConfig1790000060040,
    SiteGitSync1790000060090,
    SitesById1790000060100,
    HeardSites1790000060140,
    Notices1790000060541,
    OldInsights1790000070821,
  ],
  sealed: ['share_link.key_sealed', 'site_git_sync.remote', 'visitor_auth.key_sealed'],
  shared: ['site_address'],
  growth: [
    {
      kind: 'sites',
      tables: [
        'site',
        'site_address',
        'site_config',
        'site_git_sync',
        'visitor_auth',
        'share_link',
        'adaptive_schema',
        'customization',
        'redirect',
      ],
      kept: 'until they are deleted',
    },
    {
      kind: 'views and feedback of sites',
      tables: ['insight_event'],
      kept: '{keep} days',
      setting: 'QUIRE_KEEP_INSIGHT_DAYS',
      job: 'publishing.purge-insights',
      oldest: 'insight_event.occurred_at',
    },
    {
      kind: 'OpenAPI specifications',
      tables: ['openapi_spec', 'openapi_text'],
      kept: 'until they are deleted',
    },
    {
      kind: 'versions of OpenAPI specifications',
      tables: ['openapi_version', 'openapi_part'],
      kept: 'the newest {keep} of each',
      setting: 'QUIRE_KEEP_SPEC_VERSIONS',
      job: 'publishing.purge-openapi-versions',
    },
  ] satisfies Growth[],
  entities: [siteSchema, openapiSpecSchema],
};
