import { Global, Module } from '@nestjs/common';
import { PublishIntegrationHandler } from './application/publish-integration.js';
import { SetDevelopmentModeHandler } from './application/set-development-mode.js';
import { UnpublishIntegrationHandler } from './application/unpublish-integration.js';
import { Integrations } from './domain/integrations.js';
import { Pictures } from './domain/picture.js';
import { IntegrationStore } from './infrastructure/integration.store.js';
import {
  GetPictureHandler,
  GetIntegrationHandler,
  IntegrationsByIdsHandler,
  ListInstallableIntegrationsHandler,
  ListIntegrationsHandler,
} from './infrastructure/integration.reader.js';
import { SentPictures } from './infrastructure/sent-pictures.js';
import { IntegrationFilesController } from './interface/integration-files.controller.js';
import './interface/integration.one-of.js';
import { IntegrationsController } from './interface/integrations.controller.js';

/**
 * Integrations: what authors publish, version by version, and development mode. The core of the context with
 * installations.
 *
 * Tables: `integration`, `integration_name`, `integration_version`, `integration_picture`. Events:
 * `IntegrationPublished`, `IntegrationUnpublished`. Jobs: none.
 */
@Global()
@Module({
  controllers: [IntegrationsController, IntegrationFilesController],
  providers: [
    { provide: Integrations, useClass: IntegrationStore },
    { provide: Pictures, useClass: SentPictures },
    PublishIntegrationHandler,
    SetDevelopmentModeHandler,
    UnpublishIntegrationHandler,
    GetPictureHandler,
    GetIntegrationHandler,
    IntegrationsByIdsHandler,
    ListInstallableIntegrationsHandler,
    ListIntegrationsHandler,
  ],
  exports: [Integrations],
})
export class PublishedIntegrationsModule {}
