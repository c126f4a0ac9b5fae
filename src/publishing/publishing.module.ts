import { Module } from '@nestjs/common';
import { ConfigModule } from './config/config.module.js';
import { CustomizationModule } from './customization/customization.module.js';
import { InsightsModule } from './insights/insights.module.js';
import { MediaModule } from './media/media.module.js';
import { OpenAPIModule } from './openapi/openapi.module.js';
import { ReaderModule } from './reader/reader.module.js';
import { RedirectsModule } from './redirects/redirects.module.js';
import { RenderersModule } from './renderers/renderers.module.js';
import { SiteSearchModule } from './search/search.module.js';
import { SiteSyncModule } from './site-sync/site-sync.module.js';
import { SitesModule } from './sites/sites.module.js';
import { VisitorsModule } from './visitors/visitors.module.js';
import { VisitsModule } from './visits/visits.module.js';

/** Publishing: sites, their visitors, and OpenAPI specifications. */
@Module({
  imports: [
    SitesModule,
    ConfigModule,
    SiteSyncModule,
    CustomizationModule,
    VisitorsModule,
    VisitsModule,
    RedirectsModule,
    ReaderModule,
    SiteSearchModule,
    InsightsModule,
    MediaModule,
    OpenAPIModule,
    RenderersModule,
  ],
})
export class PublishingModule {}
