import { Module } from '@nestjs/common';
import { EndpointsModule } from './endpoints/endpoints.module.js';
import { IntegrationEventsModule } from './events/events.module.js';
import { InstallationsModule } from './installations/installations.module.js';
import { PublishedIntegrationsModule } from './integrations/integrations.module.js';
import { RenderingModule } from './rendering/rendering.module.js';
import { ScriptRuntimeModule } from './runtime/runtime.module.js';
import { ScriptTokensModule } from './tokens/tokens.module.js';

/** Scripts that extend Quire, where they are installed, and the events they receive. */
@Module({
  imports: [
    PublishedIntegrationsModule,
    InstallationsModule,
    ScriptTokensModule,
    ScriptRuntimeModule,
    IntegrationEventsModule,
    EndpointsModule,
    RenderingModule,
  ],
})
export class IntegrationsModule {}
