import { Module } from '@nestjs/common';
import { ForgetComponentsHandler } from './application/forget-components.js';
import { RendererCaches } from './domain/renderer-caches.js';
import {
  PublishedSpaces,
  PurgeDeletedOpenAPISpec,
  PurgeDeletedSite,
  PurgeMergedChangeRequest,
  PurgeRenamedSpace,
  PurgeUpdatedChangeRequest,
  PurgeUpdatedOpenAPISpec,
  PurgeUpdatedSite,
  PurgeUpdatedSpace,
} from './infrastructure/on-change.js';
import { PurgeSitesOfOrganization } from './infrastructure/purge-sites-of-organization.js';
import { PurgeRenderers, Renderers } from './infrastructure/renderers.js';

/**
 * The renderers of published sites, which cache what they read until it is purged.
 *
 * Jobs: `publishing.purge-renderers`. It reacts to all events that change what a site shows.
 */
@Module({
  providers: [
    { provide: RendererCaches, useExisting: Renderers },
    ForgetComponentsHandler,
    PublishedSpaces,
    PurgeDeletedOpenAPISpec,
    PurgeDeletedSite,
    PurgeMergedChangeRequest,
    PurgeRenamedSpace,
    PurgeRenderers,
    PurgeSitesOfOrganization,
    PurgeUpdatedChangeRequest,
    PurgeUpdatedOpenAPISpec,
    PurgeUpdatedSite,
    PurgeUpdatedSpace,
    Renderers,
  ],
})
export class RenderersModule {}
