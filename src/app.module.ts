import { Module, type DynamicModule } from '@nestjs/common';
import { CONTENT_ACTIONS } from '#content';
import { CONVERSATIONS_ACTIONS } from '#conversations';
import { ApiBuild } from '#kernel/application/api-build';
import { AuditActions } from '#kernel/application/audit-actions';
import { ExportStore } from '#kernel/application/export-store';
import type { ContextMigrations } from '#kernel/infrastructure/database/migrator';
import { KernelModule } from '#kernel/infrastructure/kernel.module';
import { kernelPersistence } from '#kernel/infrastructure/kernel-persistence';
import type { Settings } from '#kernel/infrastructure/settings';
import type { Telemetry } from '#kernel/infrastructure/telemetry/telemetry';
import { HealthController } from '#kernel/interface/health.controller';
import { INTEGRATIONS_ACTIONS } from '#integrations';
import { ORGANIZATION_ACTIONS } from '#organization';
import { PUBLISHING_ACTIONS } from '#publishing';
import { BUILD, commandLine } from './build.js';
import { exportStore } from './export-store.js';
import { ContentModule } from './content/content.module.js';
import { contentPersistence } from './content/content.persistence.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { conversationsPersistence } from './conversations/conversations.persistence.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { integrationsPersistence } from './integrations/integrations.persistence.js';
import { OrganizationModule } from './organization/organization.module.js';
import { organizationPersistence } from './organization/organization.persistence.js';
import { PublishingModule } from './publishing/publishing.module.js';
import { publishingPersistence } from './publishing/publishing.persistence.js';

/** The tables of every context, in the order in which they are migrated. */
export const PERSISTENCE = [
  kernelPersistence,
  organizationPersistence,
  contentPersistence,
  publishingPersistence,
  integrationsPersistence,
  conversationsPersistence,
];

export const MIGRATIONS: readonly ContextMigrations[] = PERSISTENCE;

/** The actions that audit trails may contain, of every context. */
export const AUDIT_ACTIONS = AuditActions.of(
  ORGANIZATION_ACTIONS,
  CONTENT_ACTIONS,
  PUBLISHING_ACTIONS,
  INTEGRATIONS_ACTIONS,
  CONVERSATIONS_ACTIONS,
);

export interface AppOptions {
  settings: Settings;
  databaseUrl: string;
  /** The same database through a pooler, for requests. */
  pooledUrl?: string | undefined;
  secretKey: Buffer;
  /** That whose log is exported. */
  telemetry?: Telemetry;
}

/** The five contexts on the kernel: the only file that knows them all. */
@Module({ imports: [OrganizationModule, ContentModule, PublishingModule, IntegrationsModule, ConversationsModule] })
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
          program: commandLine(),
        }),
      ],
      controllers: [HealthController],
      providers: [
        { provide: ApiBuild, useValue: BUILD },
        { provide: AuditActions, useValue: AUDIT_ACTIONS },
        exportStore,
      ],
      exports: [ApiBuild, AuditActions, ExportStore],
    };
  }
}
