import { Module } from '@nestjs/common';
import { InstallationsModule } from './installations/installations.module.js';
import { PublishedIntegrationsModule } from './integrations/integrations.module.js';

/** Scripts that extend Quire, where they are installed, and the events they receive. */
@Module({ imports: [PublishedIntegrationsModule, InstallationsModule] })
export class IntegrationsModule {}
