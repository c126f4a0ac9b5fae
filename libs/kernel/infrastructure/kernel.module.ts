import { Global, Logger, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommandBus, CqrsModule, QueryBus } from '@nestjs/cqrs';
import { DataSource, type EntitySchema } from 'typeorm';
import { ApiAddress } from '../application/api-address.js';
import { Callers } from '../application/callers.js';
import { AuditTrail } from '../application/audit-trail.js';
import { CallOrigin } from '../application/call-origin.js';
import { EventChain } from '../application/event-chain.js';
import { Conditions } from '../application/entity-tag.js';
import { Dispatcher } from '../application/dispatcher.js';
import { IdempotentRequests } from '../application/idempotent-requests.js';
import { Jobs } from '../application/jobs.js';
import { OrganizationDeletion } from '../application/organization-deletion.js';
import { Readiness } from '../application/readiness.js';
import { Stopping } from '../application/stopping.js';
import { EntityTagCache } from '../application/entity-tag-cache.js';
import { ReplicaReads } from '../application/replica-reads.js';
import { RequestMeasurements } from '../application/request-measurements.js';
import { RequestTracing } from '../application/request-tracing.js';
import { Tracing } from '../application/tracing.js';
import { UnchangedRecords } from '../application/unchanged-records.js';
import { Clock } from '../domain/clock.js';
import { Quotas } from '../domain/quotas.js';
import { CommandLine, ScheduledBackup } from './backups/scheduled-backup.job.js';
import { CachedCallers } from './requests/cached-callers.js';
import { CallerCache } from './requests/caller-cache.js';
import type { ContextMigrations } from './database/migrator.js';
import { SeparateConnections } from './database/separate-connections.js';
import { openDatabase, poolOf } from './database/open-database.js';
import { DatabaseReadiness } from './database/readiness.js';
import { ChangeNotices } from './distribution/change-notices.js';
import { Distribution } from './distribution/distribution.js';
import { MarkedProviders } from './marked-providers.js';
import { Lifecycle } from './lifecycle.js';
import { NoticeCheck } from './events/notice-check.js';
import { Notifications } from './events/notifications.js';
import { Events } from '../domain/events.js';
import { Outbox } from './events/outbox.js';
import { JobWriter } from './jobs/job-writer.js';
import { QueuedJobs } from './jobs/queued-jobs.js';
import { Reactions } from './events/reactions.js';
import { SecretBox } from './secret-box.js';
import type { Settings } from './settings.js';
import { Settings as SettingsToken } from './settings.js';
import { BoundingRuns } from './retention/bounding-runs.js';
import { DeleteEmptyQueues } from './retention/delete-empty-queues.job.js';
import { PurgeParkedJobs } from './retention/purge-parked-jobs.job.js';
import { RowStreams } from './database/row-streams.js';
import { SqlQuery } from './database/sql-query.js';
import { OutboxAuditTrail } from './events/outbox-audit-trail.js';
import { ContextSchemas, OrganizationTables } from './organizations/organization-tables.js';
import { PurgeOrganizationJob } from './organizations/purge-organization.job.js';
import { RecordOrganizations } from './organizations/record-organizations.js';
import { StoredOrganizationDeletion } from './organizations/stored-organization-deletion.js';
import { CarriedConditions } from './requests/carried-conditions.js';
import { CarriedEventChain } from './requests/carried-event-chain.js';
import { CarriedOrigin } from './requests/carried-origin.js';
import { RecentChanges } from './replicas/recent-changes.js';
import { ReplicaReading } from './replicas/replica-reading.js';
import { Replicas } from './replicas/replicas.js';
import { HeardRecords } from './requests/heard-records.js';
import { LocalEntityTagCache } from './requests/local-entity-tag-cache.js';
import { SharedQuotas } from './requests/shared-quotas.js';
import { StoredRequests } from './requests/stored-requests.js';
import { CacheBudget } from './memory/cache-budget.js';
import { Measurements } from './measurements/measurements.js';
import { MemoryReport } from './memory/memory-report.js';
import { SystemClock } from './system-clock.js';
import { Telemetry } from './telemetry/telemetry.js';
import { Traces } from './telemetry/traces.js';
import { TransactionalDispatcher } from './transactional-dispatcher.js';
import { UnitOfWork } from './database/unit-of-work.js';

export interface KernelOptions {
  settings: Settings;
  databaseUrl: string;
  /** The same database through a pooler, for requests. */
  pooledUrl?: string | undefined;
  secretKey: Buffer;
  entities: EntitySchema[];
  contexts: readonly ContextMigrations[];
  /** That whose log is exported; by default a new one. */
  telemetry?: Telemetry | undefined;
  /** Arguments of Node that run the command line. */
  program: readonly string[];
}

const logger = new Logger('Kernel');
const warn = (message: string): void => logger.warn(message);

/** The infrastructure that all contexts share. */
@Global()
@Module({})
export class KernelModule {
  static forRoot(options: KernelOptions): DynamicModule {
    const telemetry = options.telemetry ?? new Telemetry(options.settings);
    const providers: Provider[] = [
      { provide: SettingsToken, useValue: options.settings },
      { provide: ApiAddress, useValue: new ApiAddress(options.settings.publicUrl) },
      {
        provide: DataSource,
        useFactory: () =>
          openDatabase({
            url: options.databaseUrl,
            pooledUrl: options.pooledUrl,
            poolSize: options.settings.poolSize,
            entities: options.entities,
          }),
      },
      { provide: SecretBox, useFactory: () => new SecretBox(options.secretKey) },
      { provide: Clock, useClass: SystemClock },
      { provide: CacheBudget, useFactory: () => new CacheBudget(options.settings.memory.caches) },
      {
        provide: MemoryReport,
        inject: [CacheBudget],
        useFactory: (caches: CacheBudget) => new MemoryReport(options.settings.memory.ceiling, caches),
      },
      { provide: Telemetry, useValue: telemetry },
      { provide: Traces, useValue: telemetry.traces },
      { provide: Tracing, useExisting: Traces },
      { provide: RequestTracing, useExisting: Traces },
      { provide: Notifications, useFactory: () => new Notifications(options.databaseUrl, warn) },
      construct(UnitOfWork, [DataSource, Traces]),
      {
        provide: SeparateConnections,
        useFactory: () =>
          new SeparateConnections(options.pooledUrl ?? options.databaseUrl, options.pooledUrl !== undefined),
      },
      construct(RecordOrganizations, [CacheBudget]),
      construct(SqlQuery, [DataSource, UnitOfWork, SeparateConnections, RecordOrganizations, Traces]),
      {
        provide: Distribution,
        inject: [DataSource],
        useFactory: (source: DataSource) =>
          Distribution.of(poolOf(source), options.contexts, options.settings.databaseReplicaUrls.length),
      },
      {
        provide: Measurements,
        inject: [SqlQuery, CacheBudget],
        useFactory: (sql: SqlQuery, caches: CacheBudget) => new Measurements(options.settings, sql, caches, telemetry),
      },
      { provide: RequestMeasurements, useExisting: Measurements },
      construct(ChangeNotices, [SqlQuery, UnitOfWork, Distribution]),
      { provide: RowStreams, useFactory: () => new RowStreams(options.databaseUrl) },
      construct(NoticeCheck, [SqlQuery, Notifications]),
      {
        provide: Replicas,
        useFactory: () => {
          const { databaseReplicaUrls: urls, poolSize } = options.settings;
          return new Replicas({ urls, primaryUrl: options.databaseUrl, poolSize }, warn);
        },
      },
      RecentChanges,
      construct(ReplicaReading, [Replicas, UnitOfWork, RecentChanges]),
      { provide: ReplicaReads, useExisting: ReplicaReading },
      construct(JobWriter, [SqlQuery, UnitOfWork, CarriedEventChain, Reactions, Distribution, Traces]),
      construct(Outbox, [JobWriter, Reactions]),
      { provide: Events, useExisting: Outbox },
      { provide: CallOrigin, useClass: CarriedOrigin },
      CarriedEventChain,
      { provide: EventChain, useExisting: CarriedEventChain },
      { ...construct(CarriedConditions, [UnitOfWork]), provide: Conditions },
      { ...construct(OutboxAuditTrail, [Outbox, CallOrigin, Clock]), provide: AuditTrail },
      construct(StoredRequests, [SqlQuery, SecretBox]),
      { provide: IdempotentRequests, useExisting: StoredRequests },
      { ...construct(QueuedJobs, [JobWriter]), provide: Jobs },
      {
        ...construct(TransactionalDispatcher, [
          ...[CommandBus, QueryBus, UnitOfWork, StoredRequests, Conditions, SqlQuery],
          ReplicaReading,
          Traces,
        ]),
        provide: Dispatcher,
      },
      { ...construct(SharedQuotas, [SqlQuery, Clock]), provide: Quotas },
      construct(CallerCache, [Notifications]),
      {
        ...construct(HeardRecords, [Notifications, UnitOfWork, CacheBudget, RecentChanges, ChangeNotices]),
        provide: UnchangedRecords,
      },
      { ...construct(LocalEntityTagCache, [UnchangedRecords, CacheBudget]), provide: EntityTagCache },
      { ...construct(CachedCallers, [CallerCache, Dispatcher, SqlQuery, UnitOfWork, Clock]), provide: Callers },
      MarkedProviders,
      Stopping,
      BoundingRuns,
      Reactions,
      PurgeParkedJobs,
      DeleteEmptyQueues,
      { provide: ContextSchemas, useValue: ContextSchemas.of(options.contexts) },
      OrganizationTables,
      PurgeOrganizationJob,
      { provide: CommandLine, useValue: new CommandLine(options.program) },
      ScheduledBackup,
      { provide: OrganizationDeletion, useClass: StoredOrganizationDeletion },
      {
        provide: Readiness,
        inject: [SqlQuery, NoticeCheck],
        useFactory: (sql: SqlQuery, notices: NoticeCheck) => new DatabaseReadiness(sql, notices, options.contexts),
      },
      {
        provide: Lifecycle,
        inject: [
          Notifications,
          NoticeCheck,
          Replicas,
          SqlQuery,
          Reactions,
          StoredRequests,
          Callers,
          DataSource,
          Stopping,
          Traces,
        ],
        useFactory: (...parts: ConstructorParameters<typeof Lifecycle> extends [unknown, ...infer R] ? R : never) =>
          new Lifecycle({ url: options.databaseUrl, role: options.settings.role }, ...parts),
      },
    ];
    return {
      module: KernelModule,
      imports: [CqrsModule.forRoot(), DiscoveryModule],
      providers,
      exports: [
        SettingsToken,
        ApiAddress,
        DataSource,
        Distribution,
        SecretBox,
        CacheBudget,
        Clock,
        UnitOfWork,
        EntityTagCache,
        UnchangedRecords,
        SqlQuery,
        RowStreams,
        Events,
        Outbox,
        AuditTrail,
        CallOrigin,
        EventChain,
        Conditions,
        IdempotentRequests,
        Jobs,
        OrganizationDeletion,
        Dispatcher,
        ReplicaReads,
        Callers,
        Quotas,
        MarkedProviders,
        Reactions,
        Readiness,
        Stopping,
        Lifecycle,
        MemoryReport,
        Measurements,
        RequestMeasurements,
        Telemetry,
        Tracing,
        RequestTracing,
        Notifications,
      ],
    };
  }
}

/** A provider of a class whose constructor takes other providers, without a decorator on the class. */
function construct<T>(type: new (...parts: never[]) => T, inject: (abstract new (...parts: never[]) => unknown)[]) {
  return {
    provide: type as unknown as abstract new () => T,
    inject,
    useFactory: (...parts: never[]) => new type(...parts),
  };
}
