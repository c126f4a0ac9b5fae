import { Module } from '@nestjs/common';
import { ApplySiteConfigHandler } from './application/apply-site-config.js';
import { GetRepositorySiteConfigHandler } from './application/get-repository-site-config.js';
import { PlanSiteConfigHandler } from './application/plan-site-config.js';
import { PrepareSiteConfigHandler } from './application/prepare-site-config.js';
import { SiteConfigs } from './domain/site-configs.js';
import { SiteConfigStore } from './infrastructure/site-config.store.js';
import { RepositorySiteConfigController } from './interface/repository-site-config.controller.js';
import { SiteConfigController } from './interface/site-config.controller.js';

/**
 * The configuration of a site as a file: a repository's `docs.yaml`, whose keys name what is on the site.
 *
 * Tables: `site_config`.
 */
@Module({
  controllers: [SiteConfigController, RepositorySiteConfigController],
  providers: [
    { provide: SiteConfigs, useClass: SiteConfigStore },
    ApplySiteConfigHandler,
    GetRepositorySiteConfigHandler,
    PlanSiteConfigHandler,
    PrepareSiteConfigHandler,
  ],
  exports: [SiteConfigs],
})
export class ConfigModule {}
