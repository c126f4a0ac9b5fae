import { Global, Module } from '@nestjs/common';
import { BuiltIntegrations } from './application/built-integrations.js';
import { PublishIntegrationHandler } from './application/publish-integration.js';
import { PublishOwnIntegrationsHandler } from './application/publish-own-integrations.js';
import { SetDevelopmentModeHandler } from './application/set-development-mode.js';
import { UnpublishIntegrationHandler } from './application/unpublish-integration.js';
import { Integrations } from './domain/integrations.js';
import { OwnIntegrations } from './domain/own-integrations.js';
import { Pictures } from './domain/picture.js';
import { BuiltFolder } from './infrastructure/built-folder.js';
import { IntegrationStore } from './infrastructure/integration.store.js';
import {
  GetPictureHandler,
  GetIntegrationHandler,
  IntegrationsByIdsHandler,
  ListInstallableIntegrationsHandler,
  ListIntegrationsHandler,
} from './infrastructure/integration.reader.js';
import { OwnIntegrationStore } from './infrastructure/own-integration.store.js';
import { PurgeIntegrationVersionsJob } from './infrastructure/purge-versions.job.js';
import { SentPictures } from './infrastructure/sent-pictures.js';
import { IntegrationFilesController } from './interface/integration-files.controller.js';
import './interface/integration.one-of.js';
import { IntegrationsController } from './interface/integrations.controller.js';

/**
 * Integrations: what authors publish, version by version, what comes with the server, and development mode. The core of
 * the context with installations.
 *
 * Tables: `integration`, `integration_name`, `integration_version`, `integration_picture`, `own_integration`. Events:
 * `IntegrationPublished`, `IntegrationUnpublished`. Jobs: `integrations.purge-versions`.
 */
@Global()
@Module({
  controllers: [IntegrationsController, IntegrationFilesController],
  providers: [
    { provide: Integrations, useClass: IntegrationStore },
    { provide: Pictures, useClass: SentPictures },
    { provide: OwnIntegrations, useClass: OwnIntegrationStore },
    { provide: BuiltIntegrations, useClass: BuiltFolder },
    PublishIntegrationHandler,
    PublishOwnIntegrationsHandler,
    SetDevelopmentModeHandler,
    UnpublishIntegrationHandler,
    PurgeIntegrationVersionsJob,
    GetPictureHandler,
    GetIntegrationHandler,
    IntegrationsByIdsHandler,
    ListInstallableIntegrationsHandler,
    ListIntegrationsHandler,
  ],
  exports: [Integrations],
})
export class PublishedIntegrationsModule {}
