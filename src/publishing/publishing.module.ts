import { Module } from '@nestjs/common';
import { ADAPTIVE } from './infrastructure/adaptive/adaptive.providers.js';
import { CUSTOMIZATION } from './infrastructure/customization/customization.providers.js';
import { INSIGHTS } from './infrastructure/insights/insights.providers.js';
import { Insights1790000000303 } from './infrastructure/migrations/1790000000303-insights.js';
import { InsightDetails1790000002050 } from './infrastructure/migrations/1790000002050-insight-details.js';
import { Openapi1790000000304 } from './infrastructure/migrations/1790000000304-openapi.js';
import { Sites1790000000301 } from './infrastructure/migrations/1790000000301-sites.js';
import { openapiSpecSchema } from './infrastructure/openapi/openapi-spec.store.js';
import { OPENAPI } from './infrastructure/openapi/openapi.providers.js';
import { READING } from './infrastructure/reading/reading.providers.js';
import { REDIRECTS } from './infrastructure/redirect/redirect.providers.js';
import { RENDERERS } from './infrastructure/renderer/renderer.providers.js';
import { SHARE_LINKS } from './infrastructure/share-link/share-link.providers.js';
import { SITES } from './infrastructure/site/site.providers.js';
import { siteSchema } from './infrastructure/site/site.store.js';
import { STRUCTURE } from './infrastructure/structure/structure.providers.js';
import { VISITS } from './infrastructure/visit/visit.providers.js';
import { VISITORS } from './infrastructure/visitor/visitor.providers.js';
import { AdaptiveSchemaController } from './interface/adaptive/adaptive-schema.controller.js';
import { CustomizationController } from './interface/customization/customization.controller.js';
import { AgentFeedbackController } from './interface/insights/agent-feedback.controller.js';
import { SiteEventsController } from './interface/insights/site-events.controller.js';
import { OpenAPISpecsController } from './interface/openapi/openapi-specs.controller.js';
import { OpenAPIVersionsController } from './interface/openapi/openapi-versions.controller.js';
import { SpecificationController } from './interface/openapi/specification.controller.js';
import { SiteAskController } from './interface/reading/site-ask.controller.js';
import { SiteAssistantController } from './interface/reading/site-assistant.controller.js';
import { SiteSearchController } from './interface/reading/site-search.controller.js';
import { RedirectsController } from './interface/redirect/redirects.controller.js';
import { ShareLinksController } from './interface/share-link/share-links.controller.js';
import { SitesController } from './interface/site/sites.controller.js';
import { SectionGroupsController } from './interface/structure/section-groups.controller.js';
import { SectionsController } from './interface/structure/sections.controller.js';
import { SiteSpacesController } from './interface/structure/site-spaces.controller.js';
import { StructureController } from './interface/structure/structure.controller.js';
import { PublishedSiteController } from './interface/visit/published-site.controller.js';
import { PublishedUrlsController } from './interface/visit/published-urls.controller.js';
import { PublishingAuthController } from './interface/visitor/publishing-auth.controller.js';

/** The tables of the Publishing context. */
export const publishingPersistence = {
  schema: 'publishing',
  migrations: [Sites1790000000301, Insights1790000000303, Openapi1790000000304, InsightDetails1790000002050],
  sealed: ['share_link.key_sealed', 'visitor_auth.key_sealed'],
  entities: [siteSchema, openapiSpecSchema],
};

/** What was written reaches its readers: sites, sections, addresses, visitors, OpenAPI specifications. */
@Module({
  controllers: [
    SitesController,
    SectionsController,
    SiteSpacesController,
    SectionGroupsController,
    StructureController,
    CustomizationController,
    AdaptiveSchemaController,
    PublishedSiteController,
    PublishedUrlsController,
    ShareLinksController,
    PublishingAuthController,
    RedirectsController,
    SiteAssistantController,
    SiteSearchController,
    SiteAskController,
    SiteEventsController,
    AgentFeedbackController,
    OpenAPISpecsController,
    OpenAPIVersionsController,
    SpecificationController,
  ],
  providers: [
    ...SITES,
    ...STRUCTURE,
    ...CUSTOMIZATION,
    ...ADAPTIVE,
    ...SHARE_LINKS,
    ...VISITORS,
    ...VISITS,
    ...REDIRECTS,
    ...RENDERERS,
    ...READING,
    ...INSIGHTS,
    ...OPENAPI,
  ],
})
export class PublishingModule {}
