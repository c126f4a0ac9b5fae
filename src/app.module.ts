import { Module, type DynamicModule } from '@nestjs/common';
import { ApiBuild } from '#kernel/application/api-build';
import type { ContextMigrations } from '#kernel/infrastructure/database/migrator';
import { KernelModule } from '#kernel/infrastructure/kernel.module';
import { kernelPersistence } from '#kernel/infrastructure/kernel-persistence';
import type { Settings } from '#kernel/infrastructure/settings';
import { HealthController } from '#kernel/interface/health.controller';
import { BUILD } from './build.js';
import { ContentModule } from './content/content.module.js';
import { contentPersistence } from './content/content.persistence.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { organizationPersistence, OrganizationModule } from './organization/organization.module.js';
import { PublishingModule } from './publishing/publishing.module.js';
import { publishingPersistence } from './publishing/publishing.persistence.js';

/** The tables of every context, in the order in which they are migrated. */
export const PERSISTENCE = [kernelPersistence, organizationPersistence, contentPersistence, publishingPersistence];

export const MIGRATIONS: readonly ContextMigrations[] = PERSISTENCE;

export interface AppOptions {
  settings: Settings;
  databaseUrl: string;
  secretKey: Buffer;
}

/** The five contexts on the kernel: the only file that knows them all. */
@Module({})
export class AppModule {
  static with(options: AppOptions): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        KernelModule.forRoot({
          ...options,
          entities: PERSISTENCE.flatMap(({ entities }) => entities),
          contexts: MIGRATIONS,
        }),
        OrganizationModule,
        ContentModule,
        PublishingModule,
        IntegrationsModule,
        ConversationsModule,
      ],
      controllers: [HealthController],
      providers: [{ provide: ApiBuild, useValue: BUILD }],
      exports: [ApiBuild],
    };
  }
}
