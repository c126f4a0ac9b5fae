import { Global, Module } from '@nestjs/common';
import { DisableInstallationHandler } from './application/disable-installation.js';
import { FollowSiteHandler } from './application/follow-site.js';
import { FollowVersionHandler } from './application/follow-version.js';
import { DisableOnGoneTargetHandler } from './application/disable-on-gone-target.js';
import { EnableInstallationHandler } from './application/enable-installation.js';
import { InstallIntegrationHandler } from './application/install-integration.js';
import { UninstallIntegrationHandler } from './application/uninstall-integration.js';
import { UpdateInstallationHandler } from './application/update-installation.js';
import { UpdateTargetInstallationHandler } from './application/update-target-installation.js';
import { ActiveOnSites } from './domain/active-on-sites.js';
import { Installations, TargetInstallations } from './domain/installations.js';
import { Seals } from './domain/seals.js';
import { ActiveOnSitesStore } from './infrastructure/active-on-sites.store.js';
import { BoxSeals } from './infrastructure/box-seals.js';
import {
  GetInstallationHandler,
  GetInstallationStatusHandler,
  ListInstallationsHandler,
  ListOrganizationInstallationsHandler,
} from './infrastructure/installation.reader.js';
import { IntegrationsOfInstallationsHandler } from './infrastructure/integration-titles.reader.js';
import { InstallationStore } from './infrastructure/installation.store.js';
import {
  ListInstallationsStatusHandler,
  ListIntegrationsOfTargetHandler,
} from './infrastructure/installed-integrations.reader.js';
import {
  FollowDeletedSiteInstallation,
  FollowInstallation,
  FollowPublishedIntegration,
  FollowSiteInstallation,
  FollowUnpublishedIntegration,
  SiteFollowing,
} from './infrastructure/on-site-installation.js';
import { DisableOnDeletedSite, DisableOnTransferredSpace } from './infrastructure/on-gone-target.js';
import { FollowPublishedVersion } from './infrastructure/on-version.js';
import {
  GetTargetInstallationHandler,
  ListTargetInstallationsHandler,
} from './infrastructure/target-installation.reader.js';
import { RefuseDeletion } from './infrastructure/refuse-deletion.js';
import { TargetInstallationStore } from './infrastructure/target-installation.store.js';
import { VisitorLoginOfIntegrationHandler } from './infrastructure/visitor-login.reader.js';
import { InstallationsController } from './interface/installations.controller.js';
import './interface/installation.one-of.js';
import { OrganizationInstallationsController } from './interface/organization-installations.controller.js';
import { SiteInstallationsController } from './interface/site-installations.controller.js';
import { SpaceInstallationsController } from './interface/space-installations.controller.js';

/**
 * Installations: where integrations are installed, on organizations, spaces and sites, and what is set there.
 *
 * Tables: `installation`, `target_installation`. Events: `InstallationUpdated`, `InstallationDeleted`,
 * `TargetInstallationUpdated`, `TargetInstallationDeleted`. Jobs: none. It reacts to sites that are deleted, spaces
 * that are transferred and versions that are published.
 */
@Global()
@Module({
  controllers: [
    OrganizationInstallationsController,
    InstallationsController,
    SpaceInstallationsController,
    SiteInstallationsController,
  ],
  providers: [
    RefuseDeletion,
    { provide: Installations, useClass: InstallationStore },
    { provide: TargetInstallations, useClass: TargetInstallationStore },
    { provide: ActiveOnSites, useClass: ActiveOnSitesStore },
    { provide: Seals, useClass: BoxSeals },
    DisableInstallationHandler,
    DisableOnGoneTargetHandler,
    EnableInstallationHandler,
    FollowSiteHandler,
    FollowVersionHandler,
    InstallIntegrationHandler,
    UninstallIntegrationHandler,
    UpdateInstallationHandler,
    UpdateTargetInstallationHandler,
    GetInstallationHandler,
    IntegrationsOfInstallationsHandler,
    GetInstallationStatusHandler,
    ListInstallationsHandler,
    ListOrganizationInstallationsHandler,
    ListInstallationsStatusHandler,
    ListIntegrationsOfTargetHandler,
    GetTargetInstallationHandler,
    ListTargetInstallationsHandler,
    VisitorLoginOfIntegrationHandler,
    DisableOnDeletedSite,
    DisableOnTransferredSpace,
    FollowDeletedSiteInstallation,
    FollowInstallation,
    FollowPublishedIntegration,
    FollowPublishedVersion,
    FollowSiteInstallation,
    FollowUnpublishedIntegration,
    SiteFollowing,
  ],
  exports: [Installations, TargetInstallations, Seals],
})
export class InstallationsModule {}
