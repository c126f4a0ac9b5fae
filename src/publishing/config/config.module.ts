import { Module } from '@nestjs/common';
import { ApplySiteConfigHandler } from './application/apply-site-config.js';
import { PlanSiteConfigHandler } from './application/plan-site-config.js';
import { PrepareSiteConfigHandler } from './application/prepare-site-config.js';
import { SiteConfigs } from './domain/site-configs.js';
import { SiteConfigStore } from './infrastructure/site-config.store.js';
import { SiteConfigController } from './interface/site-config.controller.js';

/**
 * The configuration of a site as a file: a repository's `docs.yaml`, whose keys name what is on the site.
 *
 * Tables: `site_config`.
 */
@Module({
  controllers: [SiteConfigController],
  providers: [
    { provide: SiteConfigs, useClass: SiteConfigStore },
    ApplySiteConfigHandler,
    PlanSiteConfigHandler,
    PrepareSiteConfigHandler,
  ],
})
export class ConfigModule {}
