import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import { draftStructure } from '../domain/plan-structure.js';
import { SiteConfigs } from '../domain/site-configs.js';
import { readForSite } from './config-reading.js';
import { configView } from './config-view.js';
import { PlanSiteConfig } from './site-config.commands.js';
import type { SiteConfigView } from './site-config.view.js';

@QueryHandler(PlanSiteConfig)
export class PlanSiteConfigHandler implements IQueryHandler<PlanSiteConfig> {
  constructor(
    private readonly reading: SiteReading,
    readonly dispatcher: Dispatcher,
    readonly configs: SiteConfigs,
  ) {}

  async execute({ caller, organizationId, siteId, text }: PlanSiteConfig): Promise<SiteConfigView> {
    const { site: state } = await this.reading.forMember(caller, organizationId, siteId, 'create');
    const site = await readForSite(this, caller, state, text);
    const { structure, keys, assigned, config } = site;
    return configView(site, draftStructure({ structure, keys, spaces: assigned }, config), assigned);
  }
}
