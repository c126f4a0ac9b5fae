import { Module } from '@nestjs/common';
import { UpdateSiteAdaptiveSchemaHandler } from './application/adaptive/update-site-adaptive-schema.js';
import { EndVisitsByIntegrationHandler } from './application/authentication/end-visits-by-integration.js';
import { EnsureVisitorAuthHandler } from './application/authentication/ensure-visitor-auth.js';
import { FindVisitorAuthHandler, GetVisitorAuthHandler } from './application/authentication/get-visitor-auth.js';
import { RegenerateVisitorKeyHandler } from './application/authentication/regenerate-visitor-key.js';
import { UpdateVisitorAuthHandler } from './application/authentication/update-visitor-auth.js';
import { CreateShareLinkHandler } from './application/share-link/create-share-link.js';
import { DeleteShareLinkHandler } from './application/share-link/delete-share-link.js';
import { UpdateShareLinkHandler } from './application/share-link/update-share-link.js';
import { AdaptiveSchemas } from './domain/adaptive/adaptive-schemas.js';
import { VisitorAuths, VisitorKeys } from './domain/authentication/visitor-auths.js';
import { VisitorTokens } from './domain/authentication/visitor-tokens.js';
import { ShareLinks } from './domain/share-link/share-links.js';
import {
  AdaptiveSchemaReading,
  GetSiteAdaptiveSchemaHandler,
  ListSiteTemplateConditionsHandler,
} from './infrastructure/adaptive/adaptive-schema.reader.js';
import { AdaptiveSchemaStore } from './infrastructure/adaptive/adaptive-schema.store.js';
import { JoseVisitorTokens } from './infrastructure/authentication/jose-visitor-tokens.js';
import { StoredVisitorKeys } from './infrastructure/authentication/stored-visitor-keys.js';
import { VisitorAuthStore } from './infrastructure/authentication/visitor-auth.store.js';
import { ShareLinkViews } from './infrastructure/share-link/share-link-views.js';
import { GetShareLinkHandler, ListShareLinksHandler } from './infrastructure/share-link/share-link.reader.js';
import { ShareLinkStore } from './infrastructure/share-link/share-link.store.js';
import { PublishedUrlByShareKeyHandler } from './infrastructure/share-link/shared-space.reader.js';
import { AdaptiveSchemaController } from './interface/adaptive/adaptive-schema.controller.js';
import { PublishingAuthController } from './interface/authentication/publishing-auth.controller.js';
import { ShareLinksController } from './interface/share-link/share-links.controller.js';

/**
 * Who may visit a site, and what is known about visitors: visitor authentication, share links, and the schemas of
 * adaptive content, which declare visitors' claims.
 *
 * Tables: `visitor_auth`, `share_link`, `adaptive_schema`.
 */
@Module({
  controllers: [PublishingAuthController, ShareLinksController, AdaptiveSchemaController],
  providers: [
    { provide: AdaptiveSchemas, useClass: AdaptiveSchemaStore },
    AdaptiveSchemaReading,
    GetSiteAdaptiveSchemaHandler,
    ListSiteTemplateConditionsHandler,
    UpdateSiteAdaptiveSchemaHandler,
    { provide: ShareLinks, useClass: ShareLinkStore },
    CreateShareLinkHandler,
    DeleteShareLinkHandler,
    GetShareLinkHandler,
    ListShareLinksHandler,
    PublishedUrlByShareKeyHandler,
    ShareLinkViews,
    UpdateShareLinkHandler,
    { provide: VisitorAuths, useClass: VisitorAuthStore },
    { provide: VisitorKeys, useClass: StoredVisitorKeys },
    { provide: VisitorTokens, useClass: JoseVisitorTokens },
    EndVisitsByIntegrationHandler,
    EnsureVisitorAuthHandler,
    FindVisitorAuthHandler,
    GetVisitorAuthHandler,
    RegenerateVisitorKeyHandler,
    UpdateVisitorAuthHandler,
  ],
  exports: [ShareLinks, VisitorKeys, VisitorTokens],
})
export class VisitorsModule {}
